import { definePage, type PageDefinition } from "../market/page.ts"

const soon = definePage<Record<string, never>, null>({
  features: ["search"],
  query: {},
  load: ({ t }) => ({ status: 200, title: t("search:title"), description: t("search:title"), data: null }),
})

export const SEARCH_PAGES: Record<"search", PageDefinition> = { search: soon }
