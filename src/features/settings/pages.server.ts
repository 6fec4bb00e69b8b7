import { flagCodec } from "../../core/query.ts"
import { definePage, type PageDefinition } from "../market/page.ts"
import { SETTINGS_NEWS, type SettingsNews, type SettingsPageData } from "./settings-data.ts"

/** The same for everybody; the browser fetches whose settings they are. */
const SETTINGS = definePage<Record<SettingsNews, true | null>, SettingsPageData>({
  features: ["account", "register"],
  query: { confirmed: flagCodec, registered: flagCodec, resent: flagCodec },
  load: ({ t, query }) => ({
    status: 200,
    title: t("account:settings.title"),
    description: t("account:settings.description"),
    noindex: true,
    data: { news: SETTINGS_NEWS.find((name) => query[name]) ?? null },
  }),
})

export const SETTINGS_PAGES: { settings: PageDefinition } = { settings: SETTINGS }
