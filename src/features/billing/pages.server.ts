import { definePage, type PageDefinition } from "../market/page.ts"

const soon = definePage<Record<string, never>, null>({
  features: ["content"],
  query: {},
  load: ({ t }) => ({ status: 200, title: t("content:soon.title"), description: t("content:soon.title"), data: null }),
})

export const BILLING_PAGES: Record<"pricing", PageDefinition> = { pricing: soon }
