// Which loader makes the data of which page.
import { OFFER_PAGE } from "../features/offers/detail-page.server.ts"
import { OFFER_LISTS } from "../features/offers/list-page.server.ts"
import type { PageDefinition } from "../features/market/page.ts"
import { HOME_PAGE, METHODOLOGY_PAGE } from "../features/site/pages.server.ts"
import { CATALOG_PAGES } from "../features/catalog/pages.server.ts"
import { CARD_PAGES } from "../features/cards/pages.server.ts"
import { accountPages } from "../features/accounts/pages.server.ts"
import { ALERT_PAGES } from "../features/alerts/pages.server.ts"
import { AFFILIATE_PAGES } from "../features/affiliate/pages.server.ts"
import { BILLING_PAGES } from "../features/billing/pages.server.ts"
import { BLOG_PAGES } from "../features/blog/pages.server.ts"
import { SEARCH_PAGES } from "../features/search/pages.server.ts"
import { SETTINGS_PAGES } from "../features/settings/pages.server.ts"
import { WATCHLIST_PAGES } from "../features/watchlist/pages.server.ts"
import { contentPages } from "../features/site/content-pages.server.ts"
import type { RouteName } from "../routes.ts"
import type { SiteSettings } from "./site-settings.server.ts"

/** All pages of a site with these settings. */
export function pageDefinitions(site: SiteSettings): Record<RouteName, PageDefinition> {
  return {
    home: HOME_PAGE,
    methodology: METHODOLOGY_PAGE,
    ...OFFER_LISTS,
    offer: OFFER_PAGE,
    ...CATALOG_PAGES,
    ...CARD_PAGES,
    ...SEARCH_PAGES,
    ...BLOG_PAGES,
    ...AFFILIATE_PAGES,
    ...BILLING_PAGES,
    ...accountPages({ google: site.social.google !== null, facebook: site.social.facebook !== null }),
    ...SETTINGS_PAGES,
    ...WATCHLIST_PAGES,
    ...ALERT_PAGES,
    ...contentPages(site),
  }
}
