import { expect, it } from "vitest"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import type { PageContext, PageResult } from "../market/page.ts"
import type { AffiliateData } from "./affiliate-data.ts"
import { AFFILIATE_PAGES } from "./pages.server.ts"

it("says of cookies and commissions what the rules do (spec 9)", async () => {
  const context = { t: loadCatalogs().translate("en"), formats: formatsOf("en"), locale: "en", query: {}, params: {} }
  const result = await AFFILIATE_PAGES.affiliate.load(context as unknown as PageContext<Record<string, unknown>>)
  const { tracking, roles } = (result as PageResult<AffiliateData>).data
  expect(tracking.rows.map(({ cookie, kept }) => [cookie, kept])).toEqual([
    ["aff", "7 days"],
    ["rcid", "30 days"],
  ])
  expect(roles.items.map(({ id, share }) => [id, share])).toEqual([
    ["affiliate", "20% of every order"],
    ["ambassador", "30% of every order"],
    ["referral", "10% of every order"],
  ])
})
