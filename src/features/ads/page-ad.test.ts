import { expect, test } from "vitest"
import { ROUTES, type RouteName } from "../../routes.ts"
import type { AdData } from "./operation.ts"
import { pageAd, placementOf } from "./page-ad.ts"

const ad = (id: string, weight = 1): AdData => ({
  id,
  weight,
  logoUrl: null,
  logoAlt: null,
  link: "https://x.org",
  linkText: "Look",
  description: "An offer",
  translations: [],
})

test("every placement has pages, and those where somebody decides, reads the law or writes have none", () => {
  const pages = (Object.keys(ROUTES) as RouteName[]).filter((page) => placementOf(page) !== null)
  expect(Object.groupBy(pages, (page) => placementOf(page) ?? "")).toEqual({
    content: ["home", "earn", "savings", "staking", "lending", "defi", "cards", "card", "blog", "post"],
    buy: ["cryptocurrencies", "currency", "exchanges", "exchange"],
    gaming: ["protocols", "protocol", "wallets", "wallet"],
  })
  expect((["notFound", "offer", "search", "pricing", "contact", "terms"] as const).map(placementOf)).toEqual(
    Array.from({ length: 6 }, () => null),
  )
})

const answer = { buyAds: [ad("b1", 1), ad("b2", 3)], gamingAds: [ad("g")], contentAd: ad("c") }
test.each([
  ["content", 0.9, "c"],
  ["gaming", 0.9, "g"],
  ["buy", 0, "b1"],
  ["buy", 0.24, "b1"],
  ["buy", 0.25, "b2"],
  ["buy", 0.99, "b2"],
] as const)("of the placement %s with chance %d one is shown: %s", (placement, random, id) => {
  expect(pageAd(answer, placement, random)?.id).toBe(id)
})

test.each(["content", "gaming", "buy"] as const)("of the placement %s none is shown when none runs", (placement) => {
  expect(pageAd({ buyAds: [], gamingAds: [], contentAd: null }, placement, 0.5)).toBeNull()
})
