// getAds and getSearchAd: for the viewer's plan, chosen by weight.
import type { GraphqlBuilder } from "../market/graphql.server.ts"
import { type Ad, type AdTranslation, chooseAd, seesAds } from "./ad.ts"
import { listRunningAds } from "./queries.server.ts"

export function addAds(builder: GraphqlBuilder): void {
  const translation = builder.objectRef<AdTranslation>("AdvertisementTranslation").implement({
    fields: (t) => ({
      locale: t.exposeString("locale"),
      link: t.exposeString("link", { nullable: true }),
      linkText: t.exposeString("linkText", { nullable: true }),
      description: t.exposeString("description", { nullable: true }),
    }),
  })
  const ad = builder.objectRef<Ad>("Advertisement").implement({
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => String(id) }),
      slug: t.exposeString("slug"),
      type: t.exposeString("type"),
      published: t.exposeBoolean("published"),
      logoUrl: t.exposeString("logoUrl", { nullable: true }),
      logoAlt: t.exposeString("logoAlt", { nullable: true }),
      bannerUrl: t.exposeString("bannerUrl", { nullable: true }),
      bannerAlt: t.exposeString("bannerAlt", { nullable: true }),
      link: t.exposeString("link"),
      linkText: t.exposeString("linkText"),
      description: t.exposeString("description"),
      startDate: t.string({ nullable: true, resolve: ({ startDate }) => startDate?.toISOString() ?? null }),
      endDate: t.string({ nullable: true, resolve: ({ endDate }) => endDate?.toISOString() ?? null }),
      weight: t.exposeInt("weight"),
      translations: t.field({ type: [translation], resolve: ({ translations }) => translations }),
    }),
  })
  builder.queryFields((t) => ({
    buyAds: t.field({
      type: [ad],
      resolve: (_root, _args, { db, now, viewer }) => (seesAds("buy", viewer) ? listRunningAds(db, ["buy"], now) : []),
    }),
    gamingAds: t.field({
      type: [ad],
      resolve: (_root, _args, { db, now, viewer }) =>
        seesAds("gaming", viewer) ? listRunningAds(db, ["gaming"], now) : [],
    }),
    contentAd: t.field({
      type: ad,
      nullable: true,
      resolve: async (_root, _args, { db, now, viewer, random }) =>
        seesAds("content", viewer) ? chooseAd(await listRunningAds(db, ["content"], now), random()) : null,
    }),
    searchAd: t.field({
      type: ad,
      nullable: true,
      resolve: async (_root, _args, { db, now, viewer, random }) =>
        seesAds("search", viewer) ? chooseAd(await listRunningAds(db, ["search"], now), random()) : null,
    }),
  }))
}
