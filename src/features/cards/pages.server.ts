import { definePage, type PageDefinition } from "../market/page.ts"
const stub = definePage<Record<string, never>, null>({
  features: ["cards"],
  query: {},
  load: ({ t }) => ({ status: 200, title: t("cards:list.title"), description: "", data: null }),
}) as unknown as PageDefinition
export const CARD_PAGES: Record<"cards" | "card", PageDefinition> = { cards: stub, card: stub }
