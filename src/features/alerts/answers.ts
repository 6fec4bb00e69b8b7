// What the doors of alerts answer: rows as JSON, texts in the reader's language.
import type { Locale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import { timeText } from "./door-schema.ts"
import { messageOf, type Target } from "./message.ts"
import type { alertRules, alertSettings, deliveries, notifications } from "./tables.server.ts"

type AlertRow = typeof alertRules.$inferSelect
type NotificationRow = typeof notifications.$inferSelect
type DeliveryRow = typeof deliveries.$inferSelect
type SettingsRow = typeof alertSettings.$inferSelect

/** What an alert does now; the first of these that holds. */
export function stateOf({ pausedByPlan, enabled, snoozedUntil }: AlertRow): "paused" | "off" | "snoozed" | "on" {
  return pausedByPlan !== null ? "paused" : !enabled ? "off" : snoozedUntil !== null ? "snoozed" : "on"
}

export function alertBody(row: AlertRow) {
  const { id, userId: _user, version: _version, since: _since, ...rest } = row
  return { id: String(id), ...rest, state: stateOf(row) }
}

export function notificationBody(
  row: NotificationRow,
  locale: Locale,
  t: Translate,
  urlOf: (target: Target) => string,
) {
  const { kind, title, text, rows, target, linkText } = messageOf(row.values, locale, t)
  return {
    id: row.id,
    kind,
    alertId: row.ruleId === null ? null : String(row.ruleId),
    title,
    text,
    rows,
    url: urlOf(target),
    linkText,
    firedAt: row.firedAt,
    readAt: row.readAt,
    overQuota: row.overQuota,
  }
}

export function deliveryBody(row: DeliveryRow, notification: NotificationRow, locale: Locale, t: Translate) {
  const { id, notificationId, channel, isDigest, status, attempts, createdAt, nextAt, lastError, sentAt } = row
  const isWaiting = status === "queued" || status === "failed"
  return {
    id,
    notificationId,
    title: messageOf(notification.values, locale, t).title,
    channel,
    isDigest,
    status,
    attempts,
    createdAt,
    nextAt: isWaiting ? nextAt : null,
    lastError,
    sentAt,
  }
}

export function settingsBody(row: SettingsRow) {
  const { quietFrom, quietTo, digestHour, pausedUntil, webhookUrl, webhookSecret } = row
  return {
    quietHours: quietFrom === null || quietTo === null ? null : { from: timeText(quietFrom), to: timeText(quietTo) },
    digestHour,
    pausedUntil,
    webhook: { url: webhookUrl, secret: webhookUrl === null ? null : webhookSecret },
  }
}
