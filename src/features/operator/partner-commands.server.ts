// The commands for partners, and what they mean for the offers: whether Apyary earns a commission on them.
import { addDays, dayOf } from "../../core/clock.ts"
import { addPartner, applyCommissions, changePartner, removePartner } from "../affiliate/commands.server.ts"
import type { Partner } from "../affiliate/queries.server.ts"
import { partnerSchema } from "../affiliate/schema.ts"
import { PROVIDER_KINDS } from "../market/words.ts"
import { type Command, invalid } from "./command.ts"
import { addCommand, changeCommand, follow, type Kept, listCommand, noSuch, outcome } from "./crud.server.ts"
import { countText, yesNo } from "./print.ts"
import { findProviderName, listPartnersWithClicks } from "./queries.server.ts"

const RECENT_DAYS = 30

type Listed = Partner & { clicks?: number; recentClicks?: number }

const partnerKind: Kept<Listed, typeof partnerSchema> = {
  noun: "partner",
  schema: partnerSchema,
  fields: [
    { name: "name", kind: "text", about: "its name", required: true },
    { name: "url", kind: "text", about: "where /go/<slug> leads: an https address", required: true },
    { name: "providerKind", kind: "text", about: `the kind of the provider that it is: ${PROVIDER_KINDS.join(", ")}` },
    { name: "providerSlug", kind: "text", about: "the slug of that provider" },
    { name: "pays", kind: "yesNo", about: "whether Apyary earns a commission there; without it, no" },
    { name: "published", kind: "yesNo", about: "whether /go/<slug> leads there; without it, yes" },
  ],
  example: {
    add: "kraken --name Kraken --url https://www.kraken.com/?ref=apyary --provider-kind exchange --provider-slug kraken --pays yes",
    change: "kraken --pays no",
  },
  list: (db, now) => listPartnersWithClicks(db, addDays(dayOf(now), 1 - RECENT_DAYS)),
  add: addPartner,
  change: changePartner,
  async fits(tx, { providerKind, providerSlug }) {
    if (providerKind === null || providerSlug === null) return
    if ((await findProviderName(tx, providerKind, providerSlug)) === undefined) {
      throw invalid({ providerSlug: `names no listed ${providerKind}: there is no "${providerSlug}"` })
    }
  },
  async after(tx) {
    const offers = await applyCommissions(tx)
    return offers === 0 ? "" : `What is said about the commission changed for ${countText(offers, "offer")}.`
  },
  cells: (partner) => ({
    slug: partner.slug,
    name: partner.name,
    provider: partner.providerKind === null ? "" : `${partner.providerKind} ${partner.providerSlug}`,
    pays: yesNo(partner.pays),
    published: yesNo(partner.published),
    clicks: String(partner.clicks ?? 0),
    [`${RECENT_DAYS} days`]: String(partner.recentClicks ?? 0),
    url: partner.url,
  }),
  right: ["clicks", `${RECENT_DAYS} days`],
  describe: (partner) =>
    [
      `/go/${partner.slug} ${partner.published ? `leads to ${partner.url}` : "is not published"}`,
      partner.providerKind === null ? "" : `${partner.providerKind} ${partner.providerSlug}`,
      partner.pays ? "pays a commission" : "pays no commission",
    ]
      .filter((part) => part !== "")
      .join(", "),
}

const remove: Command = {
  name: "partner:remove",
  about: "Removes a partner and its counted clicks",
  words: ["slug"],
  fields: [],
  example: "partner:remove kraken",
  run({ words: [slug = ""] }, { db, now }) {
    return db.transaction(async (tx) => {
      const removed = await removePartner(tx, slug)
      if (!removed) throw noSuch("partner", slug)
      const consequence = await follow(partnerKind, tx, now)
      return outcome("removed", "partner", removed, `Removed the partner "${slug}" and its clicks.${consequence}`)
    })
  },
}

export const PARTNER_COMMANDS: readonly Command[] = [
  listCommand(partnerKind),
  addCommand(partnerKind),
  changeCommand(partnerKind),
  remove,
]
