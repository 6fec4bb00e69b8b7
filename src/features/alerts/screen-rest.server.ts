// The doors that the screens of alerts ask beside the rules themselves: offers to choose from, and names for what rules watch by id.
import type { FastifyInstance } from "fastify"
import type { Db } from "../../core/db/database.server.ts"
import { textCodec } from "../../core/query.ts"
import type { Sessions } from "../accounts/session.server.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import { selectOffers } from "../offers/list.ts"
import { nameOfFilter, offerChoice } from "./choices.server.ts"
import { type AlertLabels, NAMED_FILTERS } from "./page-data.ts"
import { listAlerts } from "./queries.server.ts"
import { listLastFired } from "./screen-queries.server.ts"

export type AlertScreenDoors = { db: Db; catalogue: Catalogue; sessions: Sessions }

const MOST_OFFERS = 8

export function registerAlertScreens(app: FastifyInstance, { db, catalogue, sessions }: AlertScreenDoors): void {
  app.get<{ Querystring: { search?: string } }>("/api/alerts/offers", async (request, reply) => {
    const search = textCodec.read(String(request.query.search ?? "").slice(0, 200)) ?? null
    const { offers } = selectOffers(catalogue.market(), {
      filter: { search },
      sort: "rank",
      order: null,
      skip: 0,
      take: MOST_OFFERS,
    })
    return reply.header("cache-control", "public, max-age=60").send({ data: offers.map(offerChoice) })
  })

  app.get("/api/alerts/labels", async (request, reply) => {
    const { user } = await sessions.require(request)
    const market = catalogue.market()
    const alerts = await listAlerts(db, user.id)
    const lastFired = new Map((await listLastFired(db, user.id)).map(({ ruleId, firedAt }) => [ruleId, firedAt]))
    const byId = new Map(market.offers.map((offer) => [offer.id, offer]))
    const labels: AlertLabels = { alerts: {}, names: {} }
    for (const { id, offerId, filter } of alerts) {
      const offer = offerId === null ? undefined : byId.get(offerId)
      labels.alerts[String(id)] = {
        offer: offer ? offerChoice(offer) : null,
        lastFiredAt: lastFired.get(id)?.toISOString() ?? null,
      }
      for (const key of NAMED_FILTERS)
        for (const value of [filter[key] ?? []].flat())
          labels.names[`${key}:${value}`] = nameOfFilter(market, key, value)
    }
    return reply.header("cache-control", "no-store").send(labels)
  })
}
