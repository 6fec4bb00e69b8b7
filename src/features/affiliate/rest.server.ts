// /go/{partner}: the way to a partner's site, and what came of people's own links. /go leads only where the database says, never where an address says.
import type { FastifyInstance } from "fastify"
import { type Clock, dayOf } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { AppError, messageOf } from "../../core/errors.ts"
import type { Logger } from "../../core/log.server.ts"
import type { Sessions } from "../accounts/session.server.ts"
import { countClick, countVisit } from "./commands.server.ts"
import { findAffiliateReport, findPartner } from "./queries.server.ts"

const SLUG = /^[a-z0-9-]{1,120}$/

export function registerGo(app: FastifyInstance, { db, clock, log }: { db: Db; clock: Clock; log: Logger }): void {
  app.get<{ Params: { partner: string } }>("/go/:partner", { exposeHeadRoute: false }, async (request, reply) => {
    const { partner: slug } = request.params
    const partner = SLUG.test(slug) ? await findPartner(db, slug) : undefined
    if (!partner) throw new AppError("not_found", { message: "There is no such partner." })
    // A click that cannot be counted still gets where it wants.
    countClick(db, partner.id, dayOf(clock())).catch((error: unknown) =>
      log.warn({ reason: messageOf(error) }, "click not counted"),
    )
    return reply
      .header("x-robots-tag", "noindex, nofollow")
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .redirect(partner.url, 302)
  })
}

/** GET /api/affiliate: what the signed-in person's own link is and what came of it. */
export function registerAffiliate(
  app: FastifyInstance,
  { db, sessions, publicUrl }: { db: Db; sessions: Sessions; publicUrl: string },
): void {
  app.get("/api/affiliate", async (request, reply) => {
    const { user } = await sessions.require(request)
    const { affCode } = user
    const report = await findAffiliateReport(db, user)
    return reply
      .header("cache-control", "private, no-store")
      .send({ affCode, link: `${publicUrl}/?aff=${affCode}`, ...report })
  })
}

/** Counts visits through people's links. One that cannot be counted holds nothing up. */
export function visitCounter({
  db,
  clock,
  log,
}: {
  db: Db
  clock: Clock
  log: Logger
}): (codes: readonly string[]) => void {
  return (codes) => {
    countVisit(db, codes, dayOf(clock())).catch((error: unknown) =>
      log.warn({ reason: messageOf(error) }, "visit not counted"),
    )
  }
}
