import { describe, expect, test } from "vitest"
import { type BannerInput, bannerOf } from "./banner.ts"

const now = new Date("2026-11-20T12:00:00Z")
const past = new Date("2026-11-20T12:00:00Z")
const future = new Date("2026-11-20T12:00:01Z")
const promo = { sale: 80, company: null }
const confirmed = { isEmailConfirmed: true, tariffCode: "free", tariffActiveTo: null }
const unconfirmed = { ...confirmed, isEmailConfirmed: false }
const expired = { isEmailConfirmed: true, tariffCode: "pro", tariffActiveTo: past }
const paid = { ...expired, tariffActiveTo: future }

describe("the banner above the header (spec 2)", () => {
  test.each<[string, Partial<BannerInput>, string | null]>([
    ["a visitor without a promo", {}, null],
    ["a visitor with a promo", { promo }, "promo"],
    ["an unconfirmed e-mail comes before a promo", { user: unconfirmed, promo }, "confirmEmail"],
    [
      "an unconfirmed e-mail comes before an expired plan",
      { user: { ...expired, isEmailConfirmed: false } },
      "confirmEmail",
    ],
    ["a promo comes before an expired plan", { user: expired, promo }, "promo"],
    ["an expired paid plan", { user: expired }, "renew"],
    ["a plan that ends in a second", { user: paid }, null],
    ["a free plan never expires", { user: { ...confirmed, tariffActiveTo: past } }, null],
    ["the promo is not shown while the account is prepared", { promo, path: "/preparing-account" }, null],
    [
      "while the account is prepared an expired plan is still told",
      { promo, user: expired, path: "/preparing-account" },
      "renew",
    ],
    ["unsubscribing from news", { promo, path: "/unsubscribe_news" }, null],
    ["unsubscribing from alerts", { user: unconfirmed, path: "/unsubscribe_alerts" }, null],
    ["confirming an e-mail", { user: unconfirmed, path: "/auth/verify_email" }, null],
    ["alerts", { promo, path: "/alerts" }, null],
    ["the landing page of alerts", { promo, path: "/lp/alerts" }, null],
  ])("%s", (_name, input, kind) => {
    expect(bannerOf({ path: "/earn", user: null, promo: null, now, ...input })?.kind ?? null).toBe(kind)
  })
})
