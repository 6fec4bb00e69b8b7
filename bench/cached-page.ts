// A page from the cache against a bare node:http server that sends the same bytes, both asked by the same load generator in turn.
import { once } from "node:events"
import { fork } from "node:child_process"
import { createServer, request, type IncomingHttpHeaders } from "node:http"
import { type Line, median } from "./bench.ts"
import { generate } from "./load.ts"
import { startSite, throwawayFolder } from "./site.ts"

const ROUNDS = 5
const LOAD = { encoding: "br", connections: 32, seconds: 3, rate: 0 } as const

type Answer = { headers: IncomingHttpHeaders; body: string }

export default async function cachedPage(): Promise<Line[]> {
  const site = await startSite({ DATA_DIR: throwawayFolder() })
  const bare = await startBare(await get(`${site.url}/earn`))
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [url, rates] of [
      [`${site.url}/earn`, ours],
      [bare.url, theirs],
    ] as const) {
      const result = await generate({ url, ...LOAD, seconds: round === 0 ? 1 : LOAD.seconds }).result
      if (result.bad > 0) throw new Error(`${result.bad} answers of ${url} were not right`)
      // The first round only warms up.
      if (round > 0) rates.push(result.perSecond)
    }
  }
  bare.stop()
  await site.stop()
  const ratio = median(ours.map((rate, at) => (rate / (theirs[at] as number)) * 100))
  return [
    { what: "cached page against a bare node:http server", value: ratio, unit: "%", budget: { atLeast: 70 } },
    { what: "requests per second, cached page", value: median(ours), unit: "/s" },
    { what: "requests per second, bare server", value: median(theirs), unit: "/s" },
  ]
}

/** The answer as it stands on the wire; fetch would unpack it. */
function get(url: string): Promise<Answer> {
  return new Promise((done, fail) => {
    request(url, { headers: { "accept-encoding": "br" } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on("data", (piece: Buffer) => pieces.push(piece))
      answer.on("end", () => done({ headers: answer.headers, body: Buffer.concat(pieces).toString("base64") }))
    })
      .on("error", fail)
      .end()
  })
}

async function startBare(answer: Answer): Promise<{ url: string; stop(): void }> {
  const child = fork(import.meta.filename, { env: { ...process.env, BENCH_BARE: "1" } })
  process.once("exit", () => child.kill("SIGKILL"))
  child.send(answer)
  const [port] = (await once(child, "message")) as [number]
  return { url: `http://127.0.0.1:${port}/`, stop: () => void child.kill() }
}

if (process.env.BENCH_BARE && process.send) {
  const [{ headers, body }] = (await once(process, "message")) as [Answer]
  const { connection: _connection, "keep-alive": _keepAlive, date: _date, ...same } = headers
  const bytes = Buffer.from(body, "base64")
  const server = createServer((_request, response) => response.writeHead(200, same).end(bytes))
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as { port: number }).port))
}
