// Who brought a visitor: an affiliate's code (aff) or a friend's (rcid), from the query string into a cookie (spec 3, 9).
// Last touch: the latest link counts, because it is the one that brought the person back (docs/decisions/013).

const DAY_SECONDS = 86_400

export const TOUCHES = [
  { name: "aff", maxAgeSeconds: 7 * DAY_SECONDS },
  { name: "rcid", maxAgeSeconds: 30 * DAY_SECONDS },
] as const

const CODE = /^[A-Za-z0-9_-]{1,64}$/

/** The usable codes that an address carries, each once. */
export function touchCodes(params: URLSearchParams): string[] {
  const codes = TOUCHES.map(({ name }) => params.get(name)).filter((code) => code !== null && CODE.test(code))
  return [...new Set(codes as string[])]
}

/** The Set-Cookie headers for a visit with these parameters; none when it carries no usable code. */
export function touchCookies(params: URLSearchParams, isHttps: boolean): string[] {
  return TOUCHES.flatMap(({ name, maxAgeSeconds }) => {
    const code = params.get(name)
    if (code === null || !CODE.test(code)) return []
    return [`${name}=${code}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isHttps ? "; Secure" : ""}`]
  })
}
