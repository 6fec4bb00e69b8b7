// CPU of a list page that nobody asked for before: 50 of 20,000 offers, a new query each time, no page cache. The requests come
// from another process; this one is the server.
import type { AddressInfo } from "node:net"
import { type Line, median } from "./bench.ts"
import { generate } from "./load.ts"
import { makeMarket } from "./market.ts"
import { webOver } from "./web.ts"

const ROUNDS = 5
const SECONDS = 2

export default async function uncachedPage(): Promise<Line[]> {
  const app = await webOver(makeMarket(), 0)
  await app.listen({ host: "127.0.0.1", port: 0 })
  const { port } = app.server.address() as AddressInfo
  let from = 10_000
  async function cpuPerPage(encoding: "br" | "identity"): Promise<number> {
    from += 1e6
    const url = `http://127.0.0.1:${port}/earn?sort=tvl&tvlTo=${from}{n}`
    const before = process.cpuUsage()
    const { answers, bad } = await generate({ url, encoding, connections: 4, seconds: SECONDS, rate: 0 }).result
    const { user, system } = process.cpuUsage(before)
    if (bad > 0) throw new Error(`${bad} of ${answers} answers were not right`)
    return (user + system) / 1000 / answers
  }
  const plain: number[] = []
  const compressed: number[] = []
  await cpuPerPage("identity")
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(await cpuPerPage("identity"))
    compressed.push(await cpuPerPage("br"))
  }
  await app.close()
  return [
    {
      what: "CPU of an uncached list page, 50 of 20,000 offers",
      value: median(plain),
      unit: "ms",
      budget: { atMost: 2 },
    },
    { what: "the same with brotli (in other threads)", value: median(compressed), unit: "ms" },
  ]
}
