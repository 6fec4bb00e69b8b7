import { describe, expect, it, test } from "vitest"
import { FREE_SUBSCRIPTION, type Subscription } from "../features/billing/subscription.ts"
import { type BannerInput, bannerOf } from "./banner.ts"

const now = new Date("2026-11-20T12:00:00Z")
const future = new Date("2026-11-20T12:00:00.001Z")
const sale = { sale: 80, company: "Acme" }

const pro: Subscription = { ...FREE_SUBSCRIPTION, tariffCode: "pro", tariffPeriod: "monthly", tariffActiveTo: now }
const PLANS: Record<string, Subscription | null> = {
  visitor: null,
  free: FREE_SUBSCRIPTION,
  "free, an end behind it": { ...FREE_SUBSCRIPTION, tariffActiveTo: now },
  "pro, runs": { ...pro, tariffActiveTo: future },
  "pro, no end": { ...pro, tariffActiveTo: null },
  "pro, runs, set to end": { ...pro, tariffActiveTo: future, tariffCodeNext: "free" },
  "pro, over": pro,
  "proPlus, over": { ...pro, tariffCode: "proPlus" },
  "pro, over, then free": { ...pro, tariffCodeNext: "free" },
  "proPlus, over, then pro": { ...pro, tariffCode: "proPlus", tariffCodeNext: "pro" },
}

/**
 * Per plan: e-mail unconfirmed and confirmed, each without and with a promo; and the same for confirmed on /preparing-account.
 * A visitor has no e-mail to confirm. m = confirm e-mail, p = promo, r = renew, - = none.
 */
const TABLE: Record<string, string> = {
  //                          unconfirmed  confirmed  confirmed, preparing
  visitor: "                  -p           -p         --",
  free: "                     mm           -p         --",
  "free, an end behind it": " mm           -p         --",
  "pro, runs": "              mm           -p         --",
  "pro, no end": "            mm           -p         --",
  "pro, runs, set to end": "  mm           -p         --",
  "pro, over": "              mm           rp         rr",
  "proPlus, over": "          mm           rp         rr",
  "pro, over, then free": "   mm           -p         --",
  "proPlus, over, then pro": "mm           -p         --",
}
const LETTERS = { confirmEmail: "m", promo: "p", renew: "r" } as const

function userOf(plan: string, isEmailConfirmed: boolean): BannerInput["user"] {
  const subscription = PLANS[plan]
  return subscription ? { ...subscription, isEmailConfirmed } : null
}
const letter = (input: Omit<BannerInput, "now">) => {
  const banner = bannerOf({ ...input, now })
  return banner ? LETTERS[banner.kind] : "-"
}
const pair = (path: string, plan: string, isConfirmed: boolean) =>
  [null, sale].map((promo) => letter({ path, user: userOf(plan, isConfirmed), promo })).join("")

describe("the banner above the header (spec 2)", () => {
  it("has a row for every plan", () => {
    expect(Object.keys(TABLE)).toEqual(Object.keys(PLANS))
  })

  test.each(Object.entries(TABLE))("%s: %s", (plan, row) => {
    const [unconfirmed, confirmed, preparing] = row.trim().split(/ +/)
    for (const path of ["/", "/earn", "/pricing", "/settings", "/settings/subscription", "/preparing-account/x"]) {
      expect(pair(path, plan, false)).toBe(unconfirmed)
      expect(pair(path, plan, true)).toBe(confirmed)
    }
    expect(pair("/preparing-account", plan, true)).toBe(preparing)
    // only the promo gives way there: an e-mail that is not confirmed is still told
    expect(pair("/preparing-account", plan, false)).toBe(plan === "visitor" ? "--" : "mm")
  })

  test.each([
    "/unsubscribe_news",
    "/unsubscribe_alerts",
    "/unsubscribe_news/token",
    "/auth/verify_email",
    "/auth/verify_emai",
    "/alerts",
    "/alerts/12",
    "/lp/alerts",
  ])("none on %s, whoever comes", (path) => {
    for (const plan of Object.keys(PLANS)) {
      expect(pair(path, plan, false)).toBe("--")
      expect(pair(path, plan, true)).toBe("--")
    }
  })

  it("leads to where something can be done, and tells the promo", () => {
    const at = (user: BannerInput["user"], promo: BannerInput["promo"]) => bannerOf({ path: "/earn", user, promo, now })
    expect(at(userOf("pro, over", false), sale)).toEqual({ kind: "confirmEmail", to: "/settings" })
    expect(at(userOf("pro, over", true), sale)).toEqual({ kind: "promo", to: "/pricing", ...sale })
    expect(at(userOf("pro, over", true), null)).toEqual({ kind: "renew", to: "/settings/subscription" })
  })
})
