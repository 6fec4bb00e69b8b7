// What a browser has to load for a list page, as it comes over the wire.
import { brotliCompressSync } from "node:zlib"
import type { Line } from "./bench.ts"
import { makeMarket } from "./market.ts"
import { startSite, throwawayFolder } from "./site.ts"
import { webOver } from "./web.ts"

const KB = 1000

type Ask = (path: string) => Promise<{ body: Buffer; wire: number }>

export default async function weight(): Promise<Line[]> {
  const app = await webOver(makeMarket(), 0)
  const inProcess: Ask = async (path) => {
    const answer = await app.inject({ url: path, headers: { "accept-encoding": "br" } })
    return { body: answer.rawPayload, wire: answer.rawPayload.length }
  }
  const full = await inProcess("/earn?amount=1000&sort=tvl")
  const plain = (await app.inject({ url: "/earn" })).body
  const scripts = [...plain.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((found) => found[1] as string)
  const styles = [...plain.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map((found) => found[1] as string)
  const js = await Promise.all(scripts.map(inProcess))
  const css = await Promise.all(styles.map(inProcess))
  await app.close()

  const site = await startSite({ DATA_DIR: throwawayFolder() })
  const demo = await fetch(`${site.url}/earn`, { headers: { "accept-encoding": "identity" } }).then((r) => r.text())
  const demoWire = await wireBytes(`${site.url}/earn`)
  await site.stop()

  const sum = (parts: readonly { wire: number }[]) => parts.reduce((total, part) => total + part.wire, 0) / KB
  return [
    { what: `JavaScript of /earn (${js.length} files), as sent`, value: sum(js), unit: "kB", budget: { atMost: 90 } },
    { what: "styles of /earn, as sent", value: sum(css), unit: "kB" },
    { what: "HTML of /earn with demo data, brotli", value: demoWire / KB, unit: "kB", budget: { atMost: 20 } },
    {
      what: "HTML of 50 full rows (amount, Real APY, sparkline), brotli",
      value: full.wire / KB,
      unit: "kB",
      budget: { atMost: 20 },
    },
    { what: "HTML of /earn with demo data, uncompressed", value: Buffer.byteLength(demo) / KB, unit: "kB" },
    { what: "the same, brotli at its best", value: brotliCompressSync(demo).length / KB, unit: "kB" },
  ]
}

async function wireBytes(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { "accept-encoding": "br" } })
  await answer.arrayBuffer()
  return Number(answer.headers.get("content-length"))
}
