// A server on loopback that answers for the sources with their recorded answers, for tests that start real processes.
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { readFixture } from "../src/features/ingest/sources/fixture-http.server.ts"
import { SOURCE_IDS, type SourceId } from "../src/features/ingest/source.ts"

export type StandIn = {
  /** SOURCE_<ID>_URL for every source. */
  env: Record<string, string>
  /** Paths that were asked for. */
  asked: string[]
  /** Replaces a path's answer. */
  answer(path: string, body: unknown): void
  close(): Promise<void>
}

/** `delayMs` makes every answer come late. */
export async function startStandIn(options: { delayMs?: number } = {}): Promise<StandIn> {
  const answers = new Map<string, { status: number; body: unknown }>()
  const ids = SOURCE_IDS.filter((id) => id !== "manual") as Exclude<SourceId, "manual">[]
  for (const id of ids) {
    for (const { url, status, body } of readFixture(id).requests) {
      const { pathname, search } = new URL(url)
      answers.set(`/${id}${pathname}${search}`, { status, body })
    }
  }
  const asked: string[] = []
  const server = createServer(async (request, response: ServerResponse) => {
    const path = request.url ?? "/"
    asked.push(path)
    if (options.delayMs) await sleep(options.delayMs)
    const found = answers.get(path) ?? { status: 404, body: {} }
    response.writeHead(found.status, { "content-type": "application/json" }).end(JSON.stringify(found.body))
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    asked,
    env: Object.fromEntries(ids.map((id) => [`SOURCE_${id.toUpperCase()}_URL`, `http://127.0.0.1:${port}/${id}`])),
    answer: (path, body) => void answers.set(path, { status: 200, body }),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
