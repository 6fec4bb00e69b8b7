// Writes are accepted from the site's own pages only (contract/rest): the cookie goes along with every request of a browser, so where
// the request comes from has to be asked.
import type { FastifyInstance, FastifyRequest } from "fastify"
import { AppError } from "./errors.ts"

const READS = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Whether a browser sent the request from another site: it names a foreign origin, or says that the site is not the same. A program
 * that names none carries no cookie by accident and may pass. The own origin is the public address, or the host that was asked: no
 * page can make a browser lie about that.
 */
export function isForeign({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && site !== "none") return true
  const { origin, host } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return false
  return !URL.canParse(origin) || host === undefined || new URL(origin).host !== host
}

/**
 * Whether a page of the site sent the request, by what the browser says. A request that says nothing was not sent by one: for doors
 * that only people with a browser have a use for.
 */
export function isFromOwnPage(request: Pick<FastifyRequest, "headers">, publicUrl: string): boolean {
  const { origin, "sec-fetch-site": site } = request.headers
  return (origin !== undefined || site === "same-origin") && !isForeign(request, publicUrl)
}

/** Refuses writes of other sites' pages, for everything under /api and at /graphql. Throws AppError "wrong_origin". */
export function refuseForeignWrites(app: FastifyInstance, publicUrl: string): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isDoor = request.url.startsWith("/api/") || request.url.startsWith("/graphql")
    done(
      isDoor && !READS.has(request.method) && isForeign(request, publicUrl) ? new AppError("wrong_origin") : undefined,
    )
  })
}
