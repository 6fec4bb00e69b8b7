// The user as GraphQL tells of one (spec 3): the account, the plan, the alerts and the watchlist put together.
import type { Tariff, TariffCode, TariffPeriod } from "../billing/tariffs.ts"

export type NotificationGroup = {
  id: string
  slug: string
  name: string
  locale: string
  translations: { name: string; locale: string }[]
}

export type User = {
  id: string
  email: string
  isEmailConfirmed: boolean
  name: string | null
  affCode: string | null
  tariffCode: TariffCode
  tariffCodeNext: TariffCode | null
  tariffPeriod: TariffPeriod | null
  tariffPeriodNext: TariffPeriod | null
  tariffActiveFrom: Date | null
  tariffActiveTo: Date | null
  tariff: Tariff
  telegramChatId: string | null
  telegramToken: string | null
  /** Sent this month: what counts against the plan's `notificationCount`. */
  notificationsCount: number
  /** In the inbox. */
  unreadCount: number
  alert: { id: string }[]
  alertCount: number
  watchlist: { id: string; currencyId: string }[]
  notifications: { id: string; groupId: string; group: NotificationGroup }[]
}
