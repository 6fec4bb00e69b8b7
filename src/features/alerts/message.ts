// From what happened to a message in its reader's language. Numbers and moments become texts here and nowhere else.
import { formatsOf } from "../../i18n/formats.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { MessageId, MessageValues as TextValues, Translate } from "../../i18n/messages.ts"
import type { MessageValues } from "./rule.ts"
import type { NotificationValues } from "./tables.server.ts"
import type { NotificationKind } from "./words.ts"

/** Where a message leads: an offer by its slug, or one of the site's pages. */
export type Target = { offerSlug: string } | "alerts" | "pricing"

export type MessageText = {
  kind: NotificationKind
  title: string
  text: string
  rows: { label: string; value: string }[]
  target: Target
  linkText: string
}

type Alert = Extract<NotificationValues, { kind: "alert" }>

/** The message of a notification. */
export function messageOf(values: NotificationValues, locale: Locale, t: Translate): MessageText {
  switch (values.kind) {
    case "alert":
      return alertMessage(values, locale, t)
    case "bundle":
      return bundleMessage(values, locale, t)
    case "quota":
      return {
        kind: "quota",
        title: t("alerts:quota.title"),
        text: t("alerts:quota.text", { limit: values.limit, month: monthName(values.month, locale) }),
        rows: [],
        target: "pricing",
        linkText: t("alerts:message.openPlans"),
      }
    case "planPause":
      return notice("planPause", t("alerts:planPause.title"), t("alerts:planPause.text", { count: values.paused }), t)
    case "channelOff": {
      const channel = t(`alerts:channel.${values.channel}` as MessageId)
      return notice(
        "channelOff",
        t("alerts:channelOff.title", { channel }),
        t("alerts:channelOff.text", { channel }),
        t,
      )
    }
    case "test":
      return notice("test", t("alerts:test.title"), t("alerts:test.text", { rule: values.ruleName }), t)
  }
}

function notice(kind: NotificationKind, title: string, text: string, t: Translate): MessageText {
  return { kind, title, text, rows: [], target: "alerts", linkText: t("alerts:message.openAlerts") }
}

function bundleMessage(
  { count, alerts }: Extract<NotificationValues, { kind: "bundle" }>,
  locale: Locale,
  t: Translate,
): MessageText {
  const named = alerts.map((alert) => alertMessage(alert, locale, t))
  const rest = count - named.length
  return {
    kind: "bundle",
    title: t("alerts:bundle.title", { count }),
    text: [
      ...named.map(({ title }) => `• ${title}`),
      ...(rest > 0 ? [t("alerts:mail.digest.more", { count: rest })] : []),
    ].join("\n"),
    rows: [],
    target: "alerts",
    linkText: t("alerts:message.openAlerts"),
  }
}

function alertMessage({ ruleName, message, values }: Alert, locale: Locale, t: Translate): MessageText {
  const texts = textValues(values, locale, t)
  const word = (key: string) => String(texts[key] ?? "")
  // "rateThreshold.up": in the ids of texts a dot divides.
  const name = message.replace(".", "-")
  const rows = [
    { label: t("alerts:message.product"), value: values.label === null ? "" : word("label") },
    { label: t("alerts:message.blockchain"), value: values.blockchain === null ? "" : word("blockchain") },
    { label: t("alerts:message.source"), value: sourceText(values, texts, t) },
    { label: t("alerts:message.rule"), value: ruleName },
  ]
  return {
    kind: "alert",
    title: t(`alerts:message.${name}.title` as MessageId, texts),
    text: t(`alerts:message.${name}.text` as MessageId, texts),
    rows: rows.filter(({ value }) => value !== ""),
    target: { offerSlug: String(values.offerSlug ?? "") },
    linkText: t("alerts:message.openOffer"),
  }
}

const PERCENT = ["percent", "rate", "rateBefore", "heldRate", "rateAfter"] as const
const POINTS = ["points", "moved"] as const
const USD = ["tvlUsd", "tvlBefore"] as const

/** All values as texts; what is unknown says so. */
function textValues(values: MessageValues, locale: Locale, t: Translate): TextValues {
  const f = formatsOf(locale)
  const texts: TextValues = {}
  for (const [name, value] of Object.entries(values)) texts[name] = value ?? t("alerts:message.unknown")
  const put = (names: readonly string[], format: (value: number) => string) => {
    for (const name of names) if (typeof values[name] === "number") texts[name] = format(values[name])
  }
  put(PERCENT, (value) => f.percent(value))
  put(POINTS, (value) => f.number(value))
  put(USD, (value) => f.usdCompact(value))
  put(["fell"], (value) => f.percent(value))
  put(["amount"], (value) => f.number(value, 8))
  texts.offer = `${values.provider} · ${values.symbols}`
  if (typeof values.metric === "string") texts.metric = t(`alerts:message.metric.${values.metric}` as MessageId)
  if (typeof values.endsAt === "string") texts.endsAt = f.dateTime(new Date(values.endsAt))
  if (typeof values.asOf === "string") texts.asOf = f.dateTime(new Date(values.asOf))
  if (typeof values.windowHours === "number") texts.window = windowText(values.windowHours, t)
  for (const name of ["status", "statusBefore"] as const)
    if (typeof values[name] === "string") texts[name] = t(`offers:status.${values[name]}` as MessageId)
  return texts
}

/** "24 hours", "7 days". */
export function windowText(hours: number, t: Translate): string {
  return hours <= 24 ? t("alerts:message.hours", { count: hours }) : t("alerts:message.days", { count: hours / 24 })
}

function sourceText(values: MessageValues, texts: TextValues, t: Translate): string {
  const source = t(`offer:sourceName.${values.source}` as MessageId)
  return t("alerts:message.sourceAsOf", { source, moment: String(texts.asOf ?? "") })
}

/** "November 2026" in a language. */
function monthName(month: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
