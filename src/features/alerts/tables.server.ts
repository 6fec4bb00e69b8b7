// Rules, what they remember, what they told, and which way it went. All of it goes with its person.
import { sql } from "drizzle-orm"
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { users } from "../accounts/tables.server.ts"
import { offers } from "../market/tables.server.ts"
import { ALERT_TYPES, type AlertFilter, type AlertParams, type AlertState, type MessageValues } from "./rule.ts"
import type { OfferTrack } from "./types/track.ts"
import {
  DEFAULT_DIGEST_HOUR,
  DELIVERY_STATUSES,
  FREQUENCIES,
  NOTIFICATION_KINDS,
  PLAN_PAUSES,
  SENT_CHANNELS,
} from "./words.ts"

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })
const person = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" })

export const alertRules = pgTable(
  "alert_rule",
  {
    id: serial("id").primaryKey(),
    userId: person(),
    name: text("name").notNull(),
    type: text("type", { enum: ALERT_TYPES }).notNull(),
    params: jsonb("params").$type<AlertParams>().notNull(),
    filter: jsonb("filter").$type<AlertFilter>().notNull(),
    offerId: integer("offer_id").references(() => offers.id, { onDelete: "cascade" }),
    amount: doublePrecision("amount"),
    cooldownHours: doublePrecision("cooldown_hours").notNull(),
    hysteresis: doublePrecision("hysteresis").notNull(),
    /** Made, changed or resumed: what was before is not news to the rule. */
    since: moment("since").notNull(),
    /** The same in the order of the market's changes: the last one that was there then. */
    sinceChange: bigint("since_change", { mode: "number" }).notNull().default(0),
    channels: text("channels", { enum: SENT_CHANNELS }).array().notNull(),
    frequency: text("frequency", { enum: FREQUENCIES }).notNull(),
    enabled: boolean("enabled").notNull().default(true),
    pausedByPlan: text("paused_by_plan", { enum: PLAN_PAUSES }),
    snoozedUntil: moment("snoozed_until"),
    /** The number of the change that wrote the row last: the evaluator reads what is newer than it knows. */
    version: bigint("version", { mode: "number" }).notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [
    index("alert_rule_user").on(t.userId, t.createdAt),
    index("alert_rule_version").on(t.version),
    index("alert_rule_snoozed").on(t.snoozedUntil).where(sql`${t.snoozedUntil} is not null`),
  ],
)

/** One row: counts the changes of rules. Its lock makes the order of numbers the order of commits. */
export const alertVersion = pgTable("alert_version", {
  id: smallint("id").primaryKey(),
  version: bigint("version", { mode: "number" }).notNull(),
})

/** One row: which process evaluates. Another one takes over when it has not been heard of for a while. */
export const alertEvaluators = pgTable("alert_evaluator", {
  id: smallint("id").primaryKey(),
  holder: uuid("holder"),
  heldUntil: moment("held_until"),
  /** Up to when it was asked what time alone changes. */
  lookedAt: moment("looked_at"),
})

/** What a rule remembers of an offer; of no offer in particular under 0 (RULE_WIDE). */
export const alertStates = pgTable(
  "alert_state",
  {
    ruleId: integer("rule_id")
      .notNull()
      .references(() => alertRules.id, { onDelete: "cascade" }),
    offerId: integer("offer_id").notNull(),
    state: jsonb("state").$type<AlertState>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ruleId, t.offerId] })],
)

/** What is remembered of an offer whoever asks, such as its last figures. */
export const alertTracks = pgTable("alert_track", {
  offerId: integer("offer_id").primaryKey(),
  track: jsonb("track").$type<OfferTrack>().notNull(),
})

/** What somebody is told. The site lists all of it; whether it goes out as well, its deliveries say. */
export const notifications = pgTable(
  "notification",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    userId: person(),
    /** null for what no rule told, and once the rule is deleted. */
    ruleId: integer("rule_id").references(() => alertRules.id, { onDelete: "set null" }),
    kind: text("kind", { enum: NOTIFICATION_KINDS }).notNull(),
    /** The same thing has the same key, however often it is found out. */
    dedupeKey: text("dedupe_key").notNull().unique(),
    firedAt: moment("fired_at").notNull(),
    /** The figures; the words come from them in the reader's language. */
    values: jsonb("values").$type<NotificationValues>().notNull(),
    /** true: the month's quota was used up, so that it is listed and not sent. */
    overQuota: boolean("over_quota").notNull().default(false),
    readAt: moment("read_at"),
  },
  (t) => [
    index("notification_user").on(t.userId, t.id),
    index("notification_unread").on(t.userId).where(sql`${t.readAt} is null`),
  ],
)

export type NotificationValues =
  | { kind: "alert"; ruleName: string; message: string; values: MessageValues }
  | { kind: "quota"; limit: number; month: string }
  | { kind: "planPause"; paused: number; tariff: string }
  | { kind: "channelOff"; channel: string; reason: string }
  | { kind: "test"; ruleName: string }
  /** `alerts` are the first of them. */
  | { kind: "bundle"; count: number; alerts: Extract<NotificationValues, { kind: "alert" }>[] }

/** A notification on its way through one channel: at most one row for each, so that nobody sees it twice. */
export const deliveries = pgTable(
  "notification_delivery",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    notificationId: bigint("notification_id", { mode: "number" })
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
    userId: person(),
    channel: text("channel", { enum: SENT_CHANNELS }).notNull(),
    /** Which of several: the id of a browser's subscription; "" where there is one. */
    target: text("target").notNull().default(""),
    isDigest: boolean("is_digest").notNull().default(false),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    createdAt: moment("created_at").notNull(),
    /** Not tried before; whoever takes it moves this ahead, so that no other takes it too. */
    nextAt: moment("next_at").notNull(),
    lastError: text("last_error"),
    sentAt: moment("sent_at"),
  },
  (t) => [
    unique("notification_delivery_once").on(t.notificationId, t.channel, t.target),
    index("notification_delivery_waiting").on(t.nextAt).where(sql`${t.status} in ('queued', 'failed')`),
    index("notification_delivery_user").on(t.userId, t.id),
  ],
)

/** How many notifications somebody asked for in a month, "2026-11" in UTC; those over the plan's number were listed, not sent. */
export const notificationMonths = pgTable(
  "notification_month",
  {
    userId: person(),
    month: text("month").notNull(),
    sent: integer("sent").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.month] })],
)

/** Where and when somebody wants to be told. Without a row: by mail, at any hour. */
export const alertSettings = pgTable("alert_setting", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** null: nothing but the inbox until then; "infinity" is far ahead. */
  pausedUntil: moment("paused_until"),
  /** Minutes after midnight in the person's time zone; both null: no quiet hours. */
  quietFrom: smallint("quiet_from"),
  quietTo: smallint("quiet_to"),
  /** The hour of the daily mail in the person's time zone. */
  digestHour: smallint("digest_hour").notNull().default(DEFAULT_DIGEST_HOUR),
  telegramChatId: text("telegram_chat_id").unique(),
  /** For the link to the bot; used once. */
  telegramToken: text("telegram_token").notNull().unique(),
  webhookUrl: text("webhook_url"),
  webhookSecret: text("webhook_secret"),
  /** For the address of the private feed; null: there is none. */
  feedToken: text("feed_token").unique(),
  /** For which plan the rules were last paused or let go. */
  appliedTariff: text("applied_tariff"),
})

/** A browser that gets pushes. */
export const pushSubscriptions = pgTable(
  "push_subscription",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: person(),
    endpoint: text("endpoint").notNull().unique(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [index("push_subscription_user").on(t.userId)],
)

/** One row: up to which message of the bot's chat the answers went, and which process reads it now. */
export const telegramPolls = pgTable("telegram_poll", {
  id: smallint("id").primaryKey(),
  offset: bigint("next_update", { mode: "number" }).notNull().default(0),
  holder: uuid("holder"),
  heldUntil: moment("held_until"),
  /** The name under which people find the bot. */
  botName: text("bot_name"),
})
