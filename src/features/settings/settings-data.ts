import type { Providers } from "../accounts/account-data.ts"
import type { LoginProvider, NotificationGroupSlug } from "../accounts/user.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { Theme } from "../../ui/theme.ts"

/** What the address says, after a mail's link or a form without a script. */
export const SETTINGS_NEWS = ["confirmed", "registered", "resent"] as const
export type SettingsNews = (typeof SETTINGS_NEWS)[number]
export type SettingsPageData = { news: SettingsNews | null }

export type SessionRow = {
  id: string
  userAgent: string
  /** Moments in ISO 8601. */
  createdAt: string
  lastSeenAt: string
  isCurrent: boolean
}

/** GET /api/settings */
export type Settings = {
  id: string
  email: string
  pendingEmail: string | null
  isEmailConfirmed: boolean
  name: string | null
  hasPassword: boolean
  locale: Locale
  theme: Theme
  timeZone: string
  affCode: string
  logins: { provider: LoginProvider; since: string }[]
  /** Which providers this site works with. */
  providers: Providers
  notificationGroups: NotificationGroupSlug[]
  sessions: SessionRow[]
}

/** PATCH /api/settings */
export type SettingsChange = Partial<Pick<Settings, "name" | "locale" | "theme" | "timeZone" | "notificationGroups">>
