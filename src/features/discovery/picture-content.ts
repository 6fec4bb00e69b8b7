// What stands on an Open Graph picture, in words. Only figures that the page shows, with their day.
import type { Formats } from "../../i18n/formats.ts"
import { type Locale, localePath } from "../../i18n/locales.ts"
import type { MessageId, Translate } from "../../i18n/messages.ts"
import type { Market, Offer } from "../market/model.ts"
import type { OfferCategory } from "../market/words.ts"
import { CATEGORY_LABEL } from "../offers/labels.ts"
import { selectOffers } from "../offers/list.ts"
import { type PlainPage, plainPath } from "./addresses.ts"
import { asOf, currenciesText, offerName, rateKindText } from "./offer-texts.ts"
import { SITE_NAME } from "./program-files.ts"

export type PictureContent = {
  /** Above the title: the category, or null. */
  kicker: string | null
  title: string
  /** Below the title: the currencies. */
  detail: string | null
  rate: { text: string; kind: string | null } | null
  /** The first rows of a list. */
  rows: { name: string; rate: string }[]
  /** "As of Nov 20, 2026". */
  date: string | null
  /** The page's address as people write it: "apyary.example/de/earn". */
  address: string
}

export type PictureTexts = { locale: Locale; t: Translate; formats: Formats; publicUrl: string }

const LONGEST_TITLE = 90
const LONGEST_NAME = 40
const LONGEST_DETAIL = 60
const LONGEST_ADDRESS = 70
const ROWS = 3

/** The lists that show their best-ranked offers. */
export const OFFER_LISTS: Partial<Record<PlainPage, OfferCategory | null>> = {
  earn: null,
  savings: "saving",
  staking: "staking",
  lending: "lending",
  defi: "defi",
}

/** The picture of an offer: provider, currencies, rate with its kind, and the day that the rate belongs to. */
export function offerPicture(offer: Offer, texts: PictureTexts): PictureContent {
  const { t } = texts
  const status = offer.status === "active" ? null : t(`offers:status.${offer.status}`)
  return {
    kicker: [t(CATEGORY_LABEL[offer.category]), status].filter((part) => part !== null).join(" · "),
    title: shorten(offer.provider.name || offer.provider.slug, LONGEST_NAME),
    detail: shorten(
      [currenciesText(offer), offer.label, offer.blockchain].filter((part) => part !== null).join(" · "),
      LONGEST_DETAIL,
    ),
    rate: offerRate(offer, texts),
    rows: [],
    date: dateText(asOf(offer), texts),
    address: addressOf(`/offers/${offer.slug}`, texts),
  }
}

/** The picture of a page: its title, and for a list of offers the three that rank best with their oldest day. */
export function pagePicture(
  page: PlainPage,
  title: string | null,
  market: Market,
  texts: PictureTexts,
): PictureContent {
  const category = OFFER_LISTS[page]
  const isList = category !== undefined
  const best = isList ? bestOffers(category, market) : []
  // The day that is true for all of them.
  const oldest = best.map(asOf).sort((a, b) => a.getTime() - b.getTime())[0]
  const heading = isList ? texts.t(`lists:${page}.heading` as MessageId) : title
  return {
    kicker: null,
    title: heading === null ? SITE_NAME : shorten(heading, LONGEST_TITLE),
    detail: null,
    rate: null,
    rows: best.map((offer) => rowOf(offer, texts)),
    date: oldest === undefined ? null : dateText(oldest, texts),
    address: addressOf(plainPath(page), texts),
  }
}

function bestOffers(category: OfferCategory | null, market: Market): Offer[] {
  const filter = category === null ? {} : { offerType: category }
  // More than are shown: one with a best case only has no figure that could stand beside the others.
  const { offers } = selectOffers(market, { filter, sort: "rank", order: null, skip: 0, take: ROWS * 4 })
  return offers.filter((offer) => offer.apy !== null).slice(0, ROWS)
}

function rowOf(offer: Offer, { formats }: PictureTexts): PictureContent["rows"][number] {
  const rate = [formats.percent(offer.apy ?? 0), rateKindText(offer)].filter((part) => part !== null).join(" ")
  return { name: shorten(offerName(offer), LONGEST_NAME), rate }
}

function offerRate(offer: Offer, { t, formats }: PictureTexts): PictureContent["rate"] {
  if (offer.apy !== null) return { text: formats.percent(offer.apy), kind: rateKindText(offer) }
  const best = offer.terms[0]?.maxRatePercent ?? null
  return best === null ? null : { text: t("lists:apy.upTo", { rate: formats.percent(best) }), kind: null }
}

function dateText(moment: Date, { t, formats }: PictureTexts): string {
  return `${t("offers:column.updated")} ${formats.date(moment)}`
}

function addressOf(path: string, { publicUrl, locale }: PictureTexts): string {
  const full = new URL(publicUrl).host + localePath(locale, path).replace(/\/$/, "")
  return shorten(full, LONGEST_ADDRESS)
}

/** At most `longest` in width, with an ellipsis where something is missing. */
export function shorten(text: string, longest: number): string {
  if (textWidth(text) <= longest) return text
  let kept = ""
  for (const character of text) {
    if (textWidth(kept + character) > longest - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/** How wide a text is, in letters as people count them: a Chinese one is as wide as two. */
export function textWidth(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)
}

const WIDE = /[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]|[\u{20000}-\u{3ffff}]/u
