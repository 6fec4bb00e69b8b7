// Which pages have a banner, of which placement, and which one it is. Pure.
import type { RouteName } from "../../routes.ts"
import { chooseAd } from "./ad.ts"
import type { AdData } from "./operation.ts"

export type PagePlacement = "content" | "buy" | "gaming"
export type PageAdData = { buyAds: AdData[]; gamingAds: AdData[]; contentAd: AdData | null }

/**
 * What a reader may be after: where to buy beside currencies and exchanges, games beside what one plays with (wallets, protocols), anything
 * beside reading and comparing. No other page has a banner: an offer's own page least of all, where somebody decides.
 */
const PLACEMENTS: Partial<Record<RouteName, PagePlacement>> = {
  home: "content",
  earn: "content",
  savings: "content",
  staking: "content",
  lending: "content",
  defi: "content",
  cards: "content",
  card: "content",
  blog: "content",
  post: "content",
  cryptocurrencies: "buy",
  currency: "buy",
  exchanges: "buy",
  exchange: "buy",
  protocols: "gaming",
  protocol: "gaming",
  wallets: "gaming",
  wallet: "gaming",
}

/** The placement of a page's one banner; null for a page without. */
export function placementOf(page: RouteName | "notFound"): PagePlacement | null {
  return page === "notFound" ? null : (PLACEMENTS[page] ?? null)
}

/** The one banner of a placement: of several that run, each as often as its weight says. `random` is from 0 up to 1. */
export function pageAd(answer: PageAdData, placement: PagePlacement, random: number): AdData | null {
  if (placement === "content") return answer.contentAd
  return chooseAd(placement === "buy" ? answer.buyAds : answer.gamingAds, random) ?? null
}
