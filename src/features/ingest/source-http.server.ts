import { getJson } from "../../core/http-client.server.ts"
import type { SourceHttp } from "./source.ts"

/**
 * The way a source asks its hosts. `origin` (SOURCE_<ID>_URL) replaces the origin of every request, so that a stand-in can answer
 * for all hosts of a source; paths and queries stay.
 */
export function sourceHttp(origin: string | undefined, wait?: (ms: number) => Promise<unknown>): SourceHttp {
  return {
    getJson(url, options = {}) {
      const asked = new URL(url)
      const target = origin === undefined ? asked.href : `${origin}${asked.pathname}${asked.search}`
      return getJson({ url: target, ...options, ...(wait ? { wait } : {}) })
    },
  }
}
