// The recorded answers in fixtures/, and a SourceHttp that gives them: for the tests beside the sources and for a stand-in server.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { AppError } from "../../../core/errors.ts"
import type { FetchContext, SourceHttp, SourceId } from "../source.ts"

/** The moment the fixtures are made for: what they call expired is expired at it. */
export const FIXTURE_NOW = new Date("2026-11-20T12:00:00Z")

/** `about` says which parts were recorded, when, and which were constructed. */
export type Fixture = { about: string; requests: { url: string; status: number; body: unknown }[] }

/** The folder with the manual source's test files. */
export const MANUAL_FIXTURES = fileURLToPath(new URL("./fixtures/manual", import.meta.url))

export function readFixture(id: Exclude<SourceId, "manual">): Fixture {
  return JSON.parse(readFileSync(new URL(`./fixtures/${id}.json`, import.meta.url), "utf8")) as Fixture
}

export type AskedUrl = { url: string; headers: Record<string, string>; maxBytes: number | undefined }

/** Answers exactly the fixture's addresses; any other fails as an unreachable source does. `asked` keeps what was asked for. */
export function fixtureHttp(id: SourceId): SourceHttp & { asked: AskedUrl[] } {
  const requests = id === "manual" ? [] : readFixture(id).requests
  const asked: AskedUrl[] = []
  return {
    asked,
    getJson: async (url, options = {}) => {
      asked.push({ url, headers: options.headers ?? {}, maxBytes: options.maxBytes })
      const found = requests.find((request) => request.url === url)
      if (found === undefined) throw new AppError("source_unreachable", { message: `No fixture for ${url}` })
      if (found.status !== 200) throw new AppError("source_status", { message: `${url} answered ${found.status}` })
      return structuredClone(found.body)
    },
  }
}

/** A context over a source's fixture, at FIXTURE_NOW and without keys. */
export function fixtureContext(id: SourceId, changes: Partial<FetchContext> = {}): FetchContext {
  return {
    http: fixtureHttp(id),
    settings: { coingeckoKey: null, pendleKey: null, manualDir: MANUAL_FIXTURES },
    now: FIXTURE_NOW,
    progress: () => {},
    ...changes,
  }
}
