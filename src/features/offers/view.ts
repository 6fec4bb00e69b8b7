// From an offer to the finished texts of a row. Made on the server: the browser shows them as they are.
import { dayOf } from "../../core/clock.ts"
import type { Formats } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { CurrencyRef, Offer, ProviderRef } from "../market/model.ts"
import type { RealApyVerdict } from "../market/real-apy.ts"
import type { Commission, OfferCategory, OfferStatus } from "../market/words.ts"
import { offerYourRate } from "./list.ts"
import { sparkPath } from "./spark.ts"

export type OfferRowView = {
  slug: string
  category: OfferCategory
  status: OfferStatus
  provider: ProviderRef
  label: string | null
  currencies: Pick<CurrencyRef, "slug" | "symbol">[]
  blockchain: string | null
  /** Finished texts; null = unknown. */
  apy: string | null
  /** "APR" when it is one, "up to 8.00 %" when only a best case is known. */
  apyNote: string | null
  apySplit: string | null
  yours: string | null
  yoursNote: string | null
  /** In words, for everybody; who has the figure in their plan fetches it (spec 6). */
  realApyVerdict: RealApyVerdict
  timeToCash: string | null
  /** What is known of it when the whole is not: the lock-up, or that there is none. */
  timeToCashNote: string | null
  tvl: string | null
  /** SVG path in a box of 96 x 24; null when too few days were recorded. */
  spark: string | null
  updated: string
  updatedDay: string
  commission: Commission
}

export type ViewContext = { t: Translate; formats: Formats; amount: number | null }

/** A row of a list, in the language of the context. It is the same for everybody, so it holds nothing that is paid for. */
export function offerRow(offer: Offer, context: ViewContext): OfferRowView {
  const { t, formats } = context
  const asOf = offer.source.observedAt ?? offer.source.fetchedAt
  const maxRate = offer.terms[0]?.maxRatePercent ?? null
  const yours = yoursOf(offer, context)
  return {
    slug: offer.slug,
    category: offer.category,
    status: offer.status,
    provider: offer.provider,
    label: offer.label,
    currencies: offer.currencies.map(({ slug, symbol }) => ({ slug, symbol })),
    blockchain: offer.blockchain,
    apy: offer.apy === null ? null : formats.percent(offer.apy),
    apyNote: apyNote(offer, maxRate, context),
    apySplit:
      offer.apyBase !== null && offer.apyReward !== null && offer.apyReward !== 0
        ? t("lists:apy.split", { base: formats.percent(offer.apyBase), reward: formats.percent(offer.apyReward) })
        : null,
    yours: yours.text,
    yoursNote: yours.note,
    realApyVerdict: offer.realApyVerdict,
    timeToCash: timeToCashText(offer.timeToCashHours, t, formats),
    timeToCashNote: offer.timeToCashHours === null ? lockNote(offer.terms[0]?.lockDays ?? null, context) : null,
    tvl: offer.tvlUsd === null ? null : formats.usdCompact(offer.tvlUsd),
    spark: sparkPath(offer.recent),
    updated: formats.date(asOf),
    updatedDay: dayOf(asOf),
    commission: offer.commission,
  }
}

function apyNote(offer: Offer, maxRate: number | null, { t, formats }: ViewContext): string | null {
  const best =
    maxRate !== null && (offer.apy === null || maxRate > offer.apy)
      ? t("lists:apy.upTo", { rate: formats.percent(maxRate) })
      : null
  const kind = offer.apy !== null && offer.rateKind === "apr" ? "APR" : null
  return [kind, best].filter((part) => part !== null).join(" · ") || null
}

function yoursOf(offer: Offer, { t, formats, amount }: ViewContext): { text: string | null; note: string | null } {
  if (amount === null) return { text: null, note: null }
  const yours = offerYourRate(offer, amount)
  if (yours.kind === "belowMinimum")
    return { text: null, note: t("offers:yours.belowMinimum", { min: formats.number(yours.minAmount, 8) }) }
  if (yours.kind === "unknown") return { text: null, note: null }
  return {
    text: formats.percent(yours.ratePercent),
    note: yours.idleAmount > 0 ? t("offers:yours.idle", { amount: formats.number(yours.idleAmount, 8) }) : null,
  }
}

function lockNote(lockDays: number | null, { t, formats }: ViewContext): string | null {
  if (lockDays === null) return null
  return lockDays === 0
    ? t("lists:cash.flexible")
    : t("lists:cash.lock", { time: timeToCashText(lockDays * 24, t, formats) ?? "" })
}

/** Hours as people say them: at once, hours up to two days, then days. */
export function timeToCashText(hours: number | null, t: Translate, formats: Formats): string | null {
  if (hours === null) return null
  if (hours === 0) return t("lists:cash.instant")
  if (hours < 48) return t("lists:cash.hours", { count: Math.ceil(hours), text: formats.number(Math.ceil(hours)) })
  const days = Math.ceil(hours / 24)
  return t("lists:cash.days", { count: days, text: formats.number(days) })
}
