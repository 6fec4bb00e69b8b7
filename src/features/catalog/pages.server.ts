import { definePage, type PageDefinition } from "../market/page.ts"
import type { RouteName } from "../../routes.ts"

const stub = definePage<Record<string, never>, null>({
  features: ["catalog", "offers"],
  query: {},
  load: ({ t }) => ({ status: 200, title: t("catalog:currencies.title"), description: "", data: null }),
}) as unknown as PageDefinition
type Name = Extract<
  RouteName,
  "cryptocurrencies" | "currency" | "exchanges" | "exchange" | "protocols" | "protocol" | "wallets" | "wallet"
>
export const CATALOG_PAGES: Record<Name, PageDefinition> = {
  cryptocurrencies: stub,
  currency: stub,
  exchanges: stub,
  exchange: stub,
  protocols: stub,
  protocol: stub,
  wallets: stub,
  wallet: stub,
}
