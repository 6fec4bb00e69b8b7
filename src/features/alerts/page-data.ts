// What the pages of alerts get: from the server with the page, the same for everybody, and from the doors for whoever is signed in.
import type { AlertFilter, AlertParams, AlertTypeName, MessageValues } from "./rule.ts"
import type { Frequency, NotificationKind, PlanPause, SentChannel, DeliveryStatus } from "./words.ts"

export type Option = { value: string; label: string }

/** An offer that an alert may watch. */
export type OfferChoice = {
  id: number
  slug: string
  name: string
  /** Percent; null = unknown. */
  apy: number | null
  /** The line that a form for a threshold starts with. */
  thresholdPercent: number
}

/** What the address asks the form to start with. */
export type Prefill = {
  type: AlertTypeName
  offer: OfferChoice | null
  filter: AlertFilter
  amount: number | null
  /** Filters of a list that alerts do not have. */
  ignored: IgnoredFilter[]
}
export const IGNORED_FILTERS = ["cashWithin", "stablecoin", "commissionFree", "search"] as const
export type IgnoredFilter = (typeof IGNORED_FILTERS)[number]

/** The filters whose values have names. */
export const NAMED_FILTERS = ["currencyId", "blockchain", "exchangeIds", "protocolIds", "walletIds"] as const
export type NamedFilter = (typeof NAMED_FILTERS)[number]

export type PlanLimits = {
  code: string
  name: string
  alertCount: number
  notificationCount: number
  alertTypes: readonly string[]
}

export type AlertsPageData = {
  /** null: the address asks for nothing. */
  prefill: Prefill | null
  options: Record<NamedFilter, Option[]>
  /** The smallest first. */
  plans: PlanLimits[]
  longestName: number
  /** How far back an alert is tried. */
  tryOutDays: number
}

/** GET /api/alerts; moments as ISO texts. */
export type AlertItem = {
  id: string
  name: string
  type: AlertTypeName
  params: AlertParams
  filter: AlertFilter
  offerId: number | null
  amount: number | null
  cooldownHours: number
  hysteresis: number
  channels: SentChannel[]
  frequency: Frequency
  enabled: boolean
  pausedByPlan: PlanPause | null
  snoozedUntil: string | null
  state: "paused" | "off" | "snoozed" | "on"
}
export type AlertList = {
  data: AlertItem[]
  limits: {
    tariffCode: string
    alertCount: number
    alertTypes: string[]
    notificationCount: number
    notificationsSent: number
  }
}

/** GET /api/alerts/labels: what a list of alerts says of them beside the rules. */
export type AlertLabels = {
  /** By the alert's id. */
  alerts: Record<string, { offer: Omit<OfferChoice, "apy" | "thresholdPercent"> | null; lastFiredAt: string | null }>
  /** By "currencyId:usd-coin". */
  names: Record<string, string>
}

/** POST /api/alerts/try */
export type TriedOut = {
  fires: { day: string; message: string; values: MessageValues }[]
  count: number
  observedDays: number
  perMonth: number
  busiestMonth: number
  quota: number
  quotaPercent: number | null
  fitsQuota: boolean
  watchedOffers: number
  triedOffers: number
}

/** GET /api/alerts/channels */
export type ChannelsState = {
  quietHours: { from: string; to: string } | null
  digestHour: number
  pausedUntil: string | null
  webhook: { url: string | null; secret: string | null }
  timeZone: string
  email: { address: string; isConfirmed: boolean; isWanted: boolean }
  telegram: { isAvailable: boolean; isLinked: boolean; link: string | null }
  webPush: { publicKey: string; subscriptions: { id: string; endpoint: string; createdAt: string }[] }
  feed: { url: string | null }
  quota: { sent: number; limit: number }
}

/** GET /api/notifications */
export type NotificationItem = {
  id: number
  kind: NotificationKind
  alertId: string | null
  title: string
  text: string
  rows: { label: string; value: string }[]
  url: string
  linkText: string
  firedAt: string
  readAt: string | null
  overQuota: boolean
}
export type NotificationList = { data: NotificationItem[]; unread: number; before: number | null }

/** GET /api/alerts/deliveries */
export type DeliveryItem = {
  id: number
  title: string
  channel: SentChannel
  isDigest: boolean
  status: DeliveryStatus
  attempts: number
  createdAt: string
  nextAt: string | null
  lastError: string | null
  sentAt: string | null
}
export type DeliveryList = { data: DeliveryItem[]; before: number | null }
