// Asking the REST doors of accounts from the browser.

export type Refused = {
  isOk: false
  /** 0 when no answer came. */
  status: number
  /** Of the contract; "unavailable" when no answer came or none that is understood. */
  code: string
  /** Which inputs are at fault: name to code. */
  fields: Readonly<Record<string, string>>
  /** From Retry-After; null when it says nothing. */
  retryAfterSeconds: number | null
}
export type Answer = { isOk: true; data: unknown } | Refused

/** Sends JSON to a door and gives its answer; never throws. */
export async function callApi(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  ask: typeof fetch = fetch,
): Promise<Answer> {
  try {
    const response = await ask(path, {
      method,
      credentials: "same-origin",
      headers: { accept: "application/json", ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const data: unknown = text === "" ? null : JSON.parse(text)
    return response.ok ? { isOk: true, data } : refusedBy(response, data)
  } catch {
    return { isOk: false, status: 0, code: "unavailable", fields: {}, retryAfterSeconds: null }
  }
}

function refusedBy(response: Response, data: unknown): Refused {
  const { code, fields } = (data ?? {}) as { code?: unknown; fields?: unknown }
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN)
  return {
    isOk: false,
    status: response.status,
    code: typeof code === "string" ? code : "unavailable",
    fields: typeof fields === "object" && fields !== null ? (fields as Record<string, string>) : {},
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  }
}
