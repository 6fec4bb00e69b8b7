// What the parts of a detail page get. Texts are finished; null = unknown.
import type { OfferRowView } from "../offers/view.ts"

export type LinkView = { text: string; to: string; external: boolean }
/** A fact in words, or as links; both empty: unknown. */
export type FactView = { label: string; text: string | null; links?: LinkView[] }

export type RatingView = {
  title: string
  rating: number | null
  text: string | null
  facts: { label: string; value: string | null; points: string | null }[]
}

export type OffersView = {
  title: string
  rows: OfferRowView[]
  /** "The 20 best ranked of 84." when not all are shown. */
  note: string | null
  /** The list with all of them. */
  all: LinkView | null
  hidden: { text: string; to: string } | null
  /** What to say when there is none. */
  none: string
}

export type CardLinkView = {
  slug: string
  name: string
  networks: string
  cashback: string | null
  status: string | null
}

/** What every detail page has. */
export type EntityData = {
  slug: string
  name: string
  about: string
  facts: FactView[]
  offers: OffersView
}
