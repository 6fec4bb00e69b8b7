// Whether time tells who has an account: wrong logins to a known and to unknown addresses, in turns, at the running site.
import { type Line, median } from "./bench.ts"
import { startSite, throwawayFolder } from "./site.ts"

const ROUNDS = 60
const JSON_TYPE = { "content-type": "application/json" }
const KNOWN = "known@example.org"

export default async function login(): Promise<Line[]> {
  const site = await startSite({ DATA_DIR: throwawayFolder(), SERVICES: "web", TRUSTED_PROXIES: "1" })
  const post = async (path: string, body: object, from: number): Promise<number> => {
    const headers = { ...JSON_TYPE, "x-forwarded-for": `10.0.${from >> 8}.${from & 255}` }
    const response = await fetch(site.url + path, { method: "POST", headers, body: JSON.stringify(body) })
    return response.status
  }
  const person = { email: KNOWN, name: null, password: "correct horse", locale: "en" }
  await post("/api/registration", { ...person, termsConfirmed: true, privacyConfirmed: true }, 0)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const who of ["known", "unknown"] as const) {
      const email = who === "known" ? KNOWN : `nobody${round}@example.org`
      const startedAt = performance.now()
      const status = await post("/api/auth/login", { email, password: "wrong horse" }, round + 1)
      if (status !== 401) throw new Error(`a wrong login was answered with ${status}`)
      if (round > 4) times[who].push(performance.now() - startedAt)
    }
  }
  await site.stop()
  const [known, unknown] = [median(times.known), median(times.unknown)]
  return [
    { what: "wrong login to a known address", value: known, unit: "ms" },
    { what: "unknown against known address", value: unknown / known, unit: "x", budget: { atLeast: 0.9 } },
    { what: "known against unknown address", value: known / unknown, unit: "x", budget: { atLeast: 0.9 } },
  ]
}
