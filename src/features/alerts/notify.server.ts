// Writes down what somebody is told, and the ways it goes. Whoever finds the same thing out again writes nothing.
import { sql } from "drizzle-orm"
import type { Tx } from "../../core/db/database.server.ts"
import { takeQuota } from "./quota.server.ts"
import type { NotificationValues } from "./tables.server.ts"
import { monthOf, nextTimeOfDay, quietUntil } from "./when.ts"
import { DEFAULT_DIGEST_HOUR, type SentChannel } from "./words.ts"

export type NewNotification = {
  userId: string
  ruleId: number | null
  /** The same for the same thing. */
  dedupeKey: string
  values: NotificationValues
  channels: readonly SentChannel[]
  /** The mail waits for the day's mail; other channels do not. */
  isDigest: boolean
}

type Written = NewNotification & { id: number }

/**
 * Writes notifications and their deliveries, in the caller's transaction; gives how many were new. Those of a person named in `limits`
 * count against the month's quota: what is over it is listed in the site and not sent, and the person is told so once a month.
 */
export async function notify(
  tx: Tx,
  now: Date,
  list: readonly NewNotification[],
  limits: ReadonlyMap<string, number> = new Map(),
): Promise<number> {
  const written: Written[] = []
  for (const piece of pieces(list)) written.push(...(await insertNotifications(tx, now, piece)))
  const counted = new Map<string, Written[]>()
  for (const it of written) {
    if (limits.has(it.userId)) counted.set(it.userId, [...(counted.get(it.userId) ?? []), it])
  }
  const wants = [...counted].map(([userId, its]) => ({ userId, wanted: its.length, limit: limits.get(userId) ?? 0 }))
  const granted = await takeQuota(tx, wants, now)
  const over = [...counted].flatMap(([userId, its]) => its.slice(granted.get(userId) ?? 0))
  await markOver(tx, over)
  const isOver = new Set(over.map(({ id }) => id))
  const { single, bundles } = bundled(written.filter(({ id }) => !isOver.has(id)))
  for (const piece of pieces(single)) await addDeliveries(tx, now, piece)
  for (const piece of pieces(bundles)) await addDeliveries(tx, now, await insertNotifications(tx, now, piece))
  await tellOnce(tx, now, over, limits)
  return written.length
}

/** More alerts than this at once go as one message. */
const MOST_AT_ONCE = 3
/** So many of them are named in it. */
const NAMED_IN_BUNDLE = 10

/**
 * What would come as a flood comes as one message that stands for all of it. Programs get each alert, and what waits for the day's
 * mail waits for it all the same.
 */
function bundled(list: readonly Written[]): { single: Written[]; bundles: NewNotification[] } {
  const ofPerson = new Map<string, Written[]>()
  for (const it of list)
    if (it.values.kind === "alert") ofPerson.set(it.userId, [...(ofPerson.get(it.userId) ?? []), it])
  const floods = new Map([...ofPerson].filter(([, its]) => its.length > MOST_AT_ONCE))
  const stays = (it: Written, channel: SentChannel) => channel === "webhook" || (channel === "email" && it.isDigest)
  const single = list.map((it) =>
    it.values.kind === "alert" && floods.has(it.userId)
      ? { ...it, channels: it.channels.filter((channel) => stays(it, channel)) }
      : it,
  )
  const bundles = [...floods].flatMap(([userId, its]): NewNotification[] => {
    const waiting = its.filter((it) => it.channels.some((channel) => !stays(it, channel)))
    const first = waiting[0]
    if (!first) return []
    const channels = [...new Set(waiting.flatMap((it) => it.channels.filter((channel) => !stays(it, channel))))]
    const alerts = waiting.slice(0, NAMED_IN_BUNDLE).flatMap(({ values }) => (values.kind === "alert" ? [values] : []))
    return [
      {
        userId,
        ruleId: null,
        dedupeKey: `bundle:${first.dedupeKey}`,
        values: { kind: "bundle", count: waiting.length, alerts },
        channels,
        isDigest: false,
      },
    ]
  })
  return { single, bundles }
}

const PIECE = 2000

function pieces<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PIECE) }, (_, at) => items.slice(at * PIECE, (at + 1) * PIECE))
}

async function insertNotifications(tx: Tx, now: Date, list: readonly NewNotification[]): Promise<Written[]> {
  if (list.length === 0) return []
  const byKey = new Map(list.map((it) => [it.dedupeKey, it]))
  const rows = [...byKey.values()].map(({ userId, ruleId, dedupeKey, values }) => ({
    userId,
    ruleId,
    dedupeKey,
    values,
  }))
  // Somebody who has just deleted their account is told nothing.
  const inserted = await tx.execute<{ id: string; dedupe_key: string }>(sql`
    insert into notification (user_id, rule_id, kind, dedupe_key, fired_at, values, read_at)
    select row."userId", row."ruleId", row.values->>'kind', row."dedupeKey", ${now.toISOString()}::timestamptz, row.values,
      case when row.values->>'kind' = 'bundle' then ${now.toISOString()}::timestamptz end
    from json_to_recordset(${JSON.stringify(rows)}::json) as row("userId" uuid, "ruleId" int, "dedupeKey" text, values jsonb)
    join user_account on user_account.id = row."userId"
    on conflict (dedupe_key) do nothing returning id, dedupe_key`)
  const ids = new Map([...inserted].map((row) => [row.dedupe_key, Number(row.id)]))
  return [...byKey.values()].flatMap((it) => {
    const id = ids.get(it.dedupeKey)
    return id === undefined ? [] : [{ ...it, id }]
  })
}

async function markOver(tx: Tx, over: readonly Written[]): Promise<void> {
  if (over.length === 0) return
  await tx.execute(sql`
    update notification set over_quota = true
    where id in (select json_array_elements_text(${JSON.stringify(over.map(({ id }) => id))}::json)::bigint)`)
}

/** The person is told of a used-up quota once a month, in all the ways that the first message would have gone. */
async function tellOnce(
  tx: Tx,
  now: Date,
  over: readonly Written[],
  limits: ReadonlyMap<string, number>,
): Promise<void> {
  const month = monthOf(now)
  const first = new Map<string, Written>()
  for (const it of over) if (!first.has(it.userId)) first.set(it.userId, it)
  const notices = [...first.values()].map(({ userId, channels }) => ({
    userId,
    ruleId: null,
    dedupeKey: `quota:${userId}:${month}`,
    values: { kind: "quota", limit: limits.get(userId) ?? 0, month } as const,
    channels,
    isDigest: false,
  }))
  await addDeliveries(tx, now, await insertNotifications(tx, now, notices))
}

type Ways = {
  userId: string
  timeZone: string
  pausedUntil: string | null
  quietFrom: number | null
  quietTo: number | null
  digestHour: number | null
  wantsMail: boolean
  hasTelegram: boolean
  hasWebhook: boolean
  subscriptions: string[]
}

async function addDeliveries(tx: Tx, now: Date, list: readonly Written[]): Promise<void> {
  if (list.length === 0) return
  const ways = await waysOf(tx, [...new Set(list.map(({ userId }) => userId))])
  const rows = list.flatMap((it) => {
    const person = ways.get(it.userId)
    if (!person || (person.pausedUntil !== null && new Date(person.pausedUntil) > now)) return []
    return it.channels.flatMap((channel) =>
      targetsOf(person, channel).map((target) => ({
        notificationId: it.id,
        userId: it.userId,
        channel,
        target,
        isDigest: it.isDigest && channel === "email",
        nextAt: firstTry(now, person, channel, it.isDigest).toISOString(),
      })),
    )
  })
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into notification_delivery (notification_id, user_id, channel, target, is_digest, created_at, next_at)
    select "notificationId", "userId", channel, target, "isDigest", ${now.toISOString()}::timestamptz, "nextAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as row("notificationId" bigint, "userId" uuid, channel text, target text,
      "isDigest" boolean, "nextAt" timestamptz)
    on conflict (notification_id, channel, target) do nothing`)
}

/** When a channel first tries: programs have no nights. Whoever takes the delivery looks at the clock again. */
function firstTry(now: Date, person: Ways, channel: SentChannel, isDigest: boolean): Date {
  const { timeZone, quietFrom, quietTo, digestHour } = person
  if (channel === "email" && isDigest) return nextTimeOfDay(now, timeZone, (digestHour ?? DEFAULT_DIGEST_HOUR) * 60)
  if (channel === "webhook" || quietFrom === null || quietTo === null) return now
  return quietUntil(now, timeZone, { from: quietFrom, to: quietTo }) ?? now
}

/** Where a channel goes for somebody: each browser of theirs, or "" for the one place there is; nothing when it is not set up. */
function targetsOf(person: Ways, channel: SentChannel): string[] {
  switch (channel) {
    case "email":
      return person.wantsMail ? [""] : []
    case "telegram":
      return person.hasTelegram ? [""] : []
    case "webhook":
      return person.hasWebhook ? [""] : []
    case "webPush":
      return person.subscriptions
  }
}

async function waysOf(tx: Tx, userIds: readonly string[]): Promise<Map<string, Ways>> {
  const rows = await tx.execute<Ways>(sql`
    select person.id as "userId", person.time_zone as "timeZone", setting.paused_until as "pausedUntil",
      setting.quiet_from as "quietFrom", setting.quiet_to as "quietTo", setting.digest_hour as "digestHour",
      exists (select 1 from user_notification where user_id = person.id and group_slug = 'alerts') as "wantsMail",
      setting.telegram_chat_id is not null as "hasTelegram", setting.webhook_url is not null as "hasWebhook",
      array(select id::text from push_subscription where user_id = person.id order by created_at, id) as subscriptions
    from user_account person left join alert_setting setting on setting.user_id = person.id
    where person.id in (select json_array_elements_text(${JSON.stringify(userIds)}::json)::uuid)`)
  return new Map([...rows].map((row) => [row.userId, row]))
}
