import { describe, expect, it, test } from "vitest"
import { adSchema } from "./schema.ts"

const AD = { slug: "spring", type: "search", link: "https://example.org", linkText: "More", description: "Up to 5 %" }

describe("adSchema", () => {
  it("fills in what is left out", () => {
    expect(adSchema.parse(AD)).toMatchObject({ published: true, weight: 1, startDate: null, translations: [] })
  })

  test.each<[string, object]>([
    ["slug", { slug: "Spring Sale" }],
    ["slug", { slug: "../x" }],
    ["slug", { slug: "a".repeat(121) }],
    ["type", { type: "header" }],
    ["link", { link: "http://example.org" }],
    ["link", { link: "javascript:alert(1)" }],
    ["link", { link: "https://good.example@evil.example" }],
    ["link", { link: "https://example.org/\r\nset-cookie: a" }],
    ["link", { link: "//example.org" }],
    ["link", { link: `https://example.org/${"a".repeat(2000)}` }],
    ["logoUrl", { logoUrl: "data:image/svg+xml,x" }],
    ["logoUrl", { logoUrl: "//example.org/x.png" }],
    ["logoUrl", { logoUrl: "/\\example.org/x.png" }],
    ["linkText", { linkText: "  " }],
    ["linkText", { linkText: "a".repeat(81) }],
    ["linkText", { linkText: "a\u0007b" }],
    ["description", { description: "a\u202eb" }],
    ["description", { description: "a".repeat(301) }],
    ["weight", { weight: -1 }],
    ["weight", { weight: 1.5 }],
    ["weight", { weight: Number.NaN }],
    ["endDate", { startDate: new Date("2026-12-02"), endDate: new Date("2026-12-01") }],
    ["translations", { translations: [{ locale: "xx", link: null, linkText: "a", description: null }] }],
    ["translations", { translations: [{ locale: "de", link: "http://a.de", linkText: null, description: null }] }],
  ])("refuses a wrong %s: %j", (field, wishes) => {
    const parsed = adSchema.safeParse({ ...AD, ...wishes })
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field])
  })

  test.each<[object]>([
    [{ link: "https://example.org:8443/a?b=c#d" }],
    [{ logoUrl: "/ads/logo.svg", bannerUrl: "https://example.org/banner.png" }],
    [{ startDate: new Date("2026-12-01"), endDate: new Date("2026-12-01") }],
    [{ weight: 0 }],
    [{ linkText: "立即赚取 – até 5 %" }],
  ])("takes %j", (wishes) => {
    expect(adSchema.parse({ ...AD, ...wishes })).toMatchObject(wishes)
  })
})
