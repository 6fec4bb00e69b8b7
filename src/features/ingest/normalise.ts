// From a source's row to what is stored: checked, with comparable rates and a readable address. Pure.
import { createHash } from "node:crypto"
import { slugify } from "../../core/slug.ts"
import { comparableRate } from "../market/rate.ts"
import { type SourceOffer, type SourceOfferInput, sourceOfferSchema, type Term } from "../market/schema.ts"
import { PROTOCOL_TERMS_VERSION } from "./protocol-terms.server.ts"
import type { Dropped } from "./source.ts"

export type NormalOffer = {
  externalId: string
  offer: SourceOffer
  /** Terms with rates that compare: converted like the headline, so that tiers and headline are of one kind. */
  terms: Term[]
  apyPercent: number | null
  apyBasePercent: number | null
  apyRewardPercent: number | null
  rateKind: "apr" | "apy" | "unknown"
  /** Changes exactly when something about the offer itself does, not its rate. */
  factsHash: string
}

/** Checks every row; a bad one or a second one with the same id is dropped with its reason, never the batch. */
export function normaliseOffers(rows: readonly SourceOfferInput[]): { offers: NormalOffer[]; dropped: Dropped[] } {
  const offers: NormalOffer[] = []
  const dropped: Dropped[] = []
  const seen = new Set<string>()
  for (const row of rows) {
    const parsed = sourceOfferSchema.safeParse(row)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      dropped.push({
        reason: "malformed",
        key: typeof row?.externalId === "string" ? row.externalId : "?",
        detail: `${issue?.path.join(".")}: ${issue?.message}`,
      })
    } else if (!isStorable(parsed.data)) {
      const key = parsed.data.externalId.replaceAll("\u0000", "").toWellFormed()
      dropped.push({ reason: "malformed", key, detail: "a character that no text can hold" })
    } else if (seen.has(parsed.data.externalId)) {
      dropped.push({ reason: "duplicate", key: parsed.data.externalId })
    } else {
      seen.add(parsed.data.externalId)
      offers.push(normaliseOffer(parsed.data))
    }
  }
  return { offers, dropped }
}

/** false when a text in it holds a null byte or half a character: PostgreSQL refuses both, and with them the whole batch. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\u0000") && value.isWellFormed()
  return typeof value !== "object" || value === null || Object.values(value).every(isStorable)
}

function normaliseOffer(offer: SourceOffer): NormalOffer {
  const { rate } = offer
  const convert = (percent: number | null) =>
    round5(comparableRate(percent, rate.kind, rate.compoundingPerYear).percent)
  const total = convert(rate.percent)
  const terms = offer.terms.map((term) => ({
    ...term,
    baseRatePercent: convert(term.baseRatePercent),
    maxRatePercent: convert(term.maxRatePercent),
    rateAfterPromoPercent: convert(term.rateAfterPromoPercent),
    tiers: term.tiers.map((tier) => ({ ...tier, ratePercent: convert(tier.ratePercent) ?? tier.ratePercent })),
  }))
  return {
    externalId: offer.externalId,
    offer,
    terms,
    apyPercent: total,
    apyBasePercent: convert(rate.basePercent),
    apyRewardPercent: convert(rate.rewardPercent),
    rateKind: comparableRate(rate.percent, rate.kind, rate.compoundingPerYear).kind,
    factsHash: hashFacts(offer, terms),
  }
}

/** Rates are stored with five decimals. */
function round5(percent: number | null): number | null {
  return percent === null ? null : Math.round(percent * 1e5) / 1e5
}

function hashFacts(offer: SourceOffer, terms: readonly Term[]): string {
  const { rate: _rate, history: _history, terms: _terms, ...facts } = offer
  return createHash("sha1")
    .update(JSON.stringify([facts, terms, PROTOCOL_TERMS_VERSION]))
    .digest("base64url")
}

/**
 * The readable part of an offer's address: provider, currencies, chain and what tells it from its siblings. When `isTaken`, a
 * short hash of its identity follows, so that the same offer gets the same address every time.
 */
export function offerSlug(
  source: string,
  offer: SourceOffer,
  providerSlug: string,
  isTaken: (slug: string) => boolean,
): string {
  const label = offer.label && offer.label.length <= 40 ? offer.label : ""
  const readable = slugify([providerSlug, offer.symbols.join(" "), label, offer.blockchain ?? ""].join(" ").trim())
  if (readable !== "" && !isTaken(readable)) return readable
  const hash = createHash("sha1").update(`${source}:${offer.externalId}`).digest("hex")
  for (let length = 6; ; length += 2) {
    const slug = `${readable}-${hash.slice(0, length)}`.replace(/^-/, "")
    if (length >= hash.length || !isTaken(slug)) return slug
  }
}
