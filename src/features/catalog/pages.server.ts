// The pages of the catalogue: currencies, exchanges, protocols, wallets.
import type { RouteName } from "../../routes.ts"
import type { PageDefinition } from "../market/page.ts"
import { CURRENCY_LIST_PAGE, CURRENCY_PAGE } from "./currency-pages.server.ts"
import { EXCHANGE_LIST_PAGE, EXCHANGE_PAGE } from "./exchange-pages.server.ts"
import { PROTOCOL_LIST_PAGE, PROTOCOL_PAGE } from "./protocol-pages.server.ts"
import { WALLET_LIST_PAGE, WALLET_PAGE } from "./wallet-pages.server.ts"

type Name = Extract<
  RouteName,
  "cryptocurrencies" | "currency" | "exchanges" | "exchange" | "protocols" | "protocol" | "wallets" | "wallet"
>

export const CATALOG_PAGES: Record<Name, PageDefinition> = {
  cryptocurrencies: CURRENCY_LIST_PAGE,
  currency: CURRENCY_PAGE,
  exchanges: EXCHANGE_LIST_PAGE,
  exchange: EXCHANGE_PAGE,
  protocols: PROTOCOL_LIST_PAGE,
  protocol: PROTOCOL_PAGE,
  wallets: WALLET_LIST_PAGE,
  wallet: WALLET_PAGE,
}
