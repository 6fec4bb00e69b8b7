// getTariffs and getPromo.
import type { GraphqlBuilder } from "../market/graphql.server.ts"
import { findPromo, listTariffs } from "./queries.server.ts"
import type { Tariff } from "./tariffs.ts"

export function addBilling(builder: GraphqlBuilder) {
  const tariff = builder.objectRef<Tariff>("Tariff").implement({
    fields: (t) => ({
      id: t.exposeID("id"),
      code: t.exposeString("code"),
      name: t.exposeString("name"),
      currency: t.exposeString("currency"),
      monthCost: t.exposeFloat("monthCost"),
      yearCost: t.exposeFloat("yearCost"),
      monthProductId: t.exposeString("monthProductId", { nullable: true }),
      yearProductId: t.exposeString("yearProductId", { nullable: true }),
      alertCount: t.exposeInt("alertCount"),
      alertTypes: t.stringList({ resolve: ({ alertTypes }) => [...alertTypes] }),
      notificationCount: t.exposeInt("notificationCount"),
      apyHistory: t.exposeInt("apyHistory", { nullable: true }),
      exportCsv: t.exposeBoolean("exportCsv"),
      noAds: t.exposeBoolean("noAds"),
      offerStatusHistory: t.exposeBoolean("offerStatusHistory"),
    }),
  })
  const promo = builder.objectRef<{ promoCode: string; sale: number }>("Promo").implement({
    fields: (t) => ({ promoCode: t.exposeString("promoCode"), sale: t.exposeFloat("sale") }),
  })
  builder.queryFields((t) => ({
    tariffs: t.field({ type: [tariff], resolve: (_root, _args, { db }) => listTariffs(db) }),
    promo: t.field({
      type: promo,
      nullable: true,
      args: { slug: t.arg.string({ required: true }) },
      resolve: (_root, { slug }, { db, now }) => findPromo(db, slug, now),
    }),
  }))
  return { tariff }
}
