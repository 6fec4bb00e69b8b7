// Which component shows which page. Each is its own piece of JavaScript, fetched when its page is.
import type { ComponentType } from "react"
import type { PageName } from "./page.ts"

export type PageComponent = ComponentType<{ data: never }>
type Module = { default: PageComponent }
type Load = () => Promise<Module>

const legal: Load = () => import("../features/site/LegalPage.tsx")
const unsubscribe: Load = () => import("../features/accounts/UnsubscribePage.tsx")
const offerList: Load = () => import("../features/offers/OfferListPage.tsx")

/** Module paths as the build's manifest names them, for preloading; kept beside the imports by the test of this file. */
export const PAGES: Record<PageName, { load: Load; module: string }> = {
  home: { load: () => import("../features/site/HomePage.tsx"), module: "src/features/site/HomePage.tsx" },
  methodology: {
    load: () => import("../features/site/MethodologyPage.tsx"),
    module: "src/features/site/MethodologyPage.tsx",
  },
  earn: { load: offerList, module: "src/features/offers/OfferListPage.tsx" },
  savings: { load: offerList, module: "src/features/offers/OfferListPage.tsx" },
  staking: { load: offerList, module: "src/features/offers/OfferListPage.tsx" },
  lending: { load: offerList, module: "src/features/offers/OfferListPage.tsx" },
  defi: { load: offerList, module: "src/features/offers/OfferListPage.tsx" },
  offer: { load: () => import("../features/offers/OfferPage.tsx"), module: "src/features/offers/OfferPage.tsx" },
  cards: { load: () => import("../features/cards/CardListPage.tsx"), module: "src/features/cards/CardListPage.tsx" },
  card: { load: () => import("../features/cards/CardPage.tsx"), module: "src/features/cards/CardPage.tsx" },
  cryptocurrencies: {
    load: () => import("../features/catalog/CurrencyListPage.tsx"),
    module: "src/features/catalog/CurrencyListPage.tsx",
  },
  currency: {
    load: () => import("../features/catalog/CurrencyPage.tsx"),
    module: "src/features/catalog/CurrencyPage.tsx",
  },
  exchanges: {
    load: () => import("../features/catalog/ExchangeListPage.tsx"),
    module: "src/features/catalog/ExchangeListPage.tsx",
  },
  exchange: {
    load: () => import("../features/catalog/ExchangePage.tsx"),
    module: "src/features/catalog/ExchangePage.tsx",
  },
  protocols: {
    load: () => import("../features/catalog/ProtocolListPage.tsx"),
    module: "src/features/catalog/ProtocolListPage.tsx",
  },
  protocol: {
    load: () => import("../features/catalog/ProtocolPage.tsx"),
    module: "src/features/catalog/ProtocolPage.tsx",
  },
  wallets: {
    load: () => import("../features/catalog/WalletListPage.tsx"),
    module: "src/features/catalog/WalletListPage.tsx",
  },
  wallet: { load: () => import("../features/catalog/WalletPage.tsx"), module: "src/features/catalog/WalletPage.tsx" },
  search: { load: () => import("../features/search/SearchPage.tsx"), module: "src/features/search/SearchPage.tsx" },
  pricing: {
    load: () => import("../features/billing/PricingPage.tsx"),
    module: "src/features/billing/PricingPage.tsx",
  },
  blog: { load: () => import("../features/blog/BlogPage.tsx"), module: "src/features/blog/BlogPage.tsx" },
  post: { load: () => import("../features/blog/PostPage.tsx"), module: "src/features/blog/PostPage.tsx" },
  affiliate: {
    load: () => import("../features/affiliate/AffiliatePage.tsx"),
    module: "src/features/affiliate/AffiliatePage.tsx",
  },
  contact: { load: () => import("../features/site/ContactPage.tsx"), module: "src/features/site/ContactPage.tsx" },
  developers: {
    load: () => import("../features/site/DevelopersPage.tsx"),
    module: "src/features/site/DevelopersPage.tsx",
  },
  terms: { load: legal, module: "src/features/site/LegalPage.tsx" },
  privacy: { load: legal, module: "src/features/site/LegalPage.tsx" },
  disclaimer: { load: legal, module: "src/features/site/LegalPage.tsx" },
  sitemap: { load: () => import("../features/site/SitemapPage.tsx"), module: "src/features/site/SitemapPage.tsx" },
  alertsLanding: {
    load: () => import("../features/site/AlertsLandingPage.tsx"),
    module: "src/features/site/AlertsLandingPage.tsx",
  },
  alerts: { load: () => import("../features/alerts/AlertsPage.tsx"), module: "src/features/alerts/AlertsPage.tsx" },
  notifications: {
    load: () => import("../features/alerts/NotificationsPage.tsx"),
    module: "src/features/alerts/NotificationsPage.tsx",
  },
  watchlist: {
    load: () => import("../features/watchlist/WatchlistPage.tsx"),
    module: "src/features/watchlist/WatchlistPage.tsx",
  },
  authLogin: {
    load: () => import("../features/accounts/LoginPage.tsx"),
    module: "src/features/accounts/LoginPage.tsx",
  },
  authRegister: {
    load: () => import("../features/accounts/RegisterPage.tsx"),
    module: "src/features/accounts/RegisterPage.tsx",
  },
  authRestore: {
    load: () => import("../features/accounts/RestorePage.tsx"),
    module: "src/features/accounts/RestorePage.tsx",
  },
  authRestoreConfirm: {
    load: () => import("../features/accounts/RestoreConfirmPage.tsx"),
    module: "src/features/accounts/RestoreConfirmPage.tsx",
  },
  authVerifyEmail: {
    load: () => import("../features/accounts/VerifyEmailPage.tsx"),
    module: "src/features/accounts/VerifyEmailPage.tsx",
  },
  authComplete: {
    load: () => import("../features/accounts/CompletePage.tsx"),
    module: "src/features/accounts/CompletePage.tsx",
  },
  settings: {
    load: () => import("../features/settings/SettingsPage.tsx"),
    module: "src/features/settings/SettingsPage.tsx",
  },
  subscription: {
    load: () => import("../features/billing/SubscriptionPage.tsx"),
    module: "src/features/billing/SubscriptionPage.tsx",
  },
  preparingAccount: {
    load: () => import("../features/billing/PreparingAccountPage.tsx"),
    module: "src/features/billing/PreparingAccountPage.tsx",
  },
  unsubscribeNews: { load: unsubscribe, module: "src/features/accounts/UnsubscribePage.tsx" },
  unsubscribeAlerts: { load: unsubscribe, module: "src/features/accounts/UnsubscribePage.tsx" },
  notFound: { load: () => import("./NotFoundPage.tsx"), module: "src/app/NotFoundPage.tsx" },
}
