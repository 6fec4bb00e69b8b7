import type { Locale } from "../../i18n/locales.ts"
import type { RouteName } from "../../routes.ts"
import { isPlainPage } from "./addresses.ts"

/** Pages of one thing have the picture of their list, where there is none of the thing itself. */
const PICTURE_OF: Partial<Record<RouteName, RouteName>> = {
  card: "cards",
  currency: "cryptocurrencies",
  exchange: "exchanges",
  protocol: "protocols",
  wallet: "wallets",
  post: "blog",
}

/** The path of the Open Graph picture (1200 x 630, PNG) for a page that is there: og:image is PUBLIC_URL and this. */
export function picturePath(page: RouteName, params: Readonly<Record<string, string>>, locale: Locale): string {
  if (page === "offer" && params.slug !== undefined)
    return `/og/${locale}/offers/${encodeURIComponent(params.slug)}.png`
  const shown = PICTURE_OF[page] ?? page
  return `/og/${locale}/${isPlainPage(shown) ? shown : "home"}.png`
}
