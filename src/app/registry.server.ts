// Which loader makes the data of which page.
import { OFFER_PAGE } from "../features/offers/detail-page.server.ts"
import { OFFER_LISTS } from "../features/offers/list-page.server.ts"
import type { PageDefinition } from "../features/market/page.ts"
import { HOME_PAGE, METHODOLOGY_PAGE } from "../features/site/pages.server.ts"
import { CATALOG_PAGES } from "../features/catalog/pages.server.ts"
import { CARD_PAGES } from "../features/cards/pages.server.ts"
import type { RouteName } from "../routes.ts"

export const DEFINITIONS: Record<RouteName, PageDefinition> = {
  home: HOME_PAGE,
  methodology: METHODOLOGY_PAGE,
  ...OFFER_LISTS,
  offer: OFFER_PAGE,
  ...CATALOG_PAGES,
  ...CARD_PAGES,
}
