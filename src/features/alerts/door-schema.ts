// What the doors of alerts take, beside the rule itself (schema.ts).
import { z } from "zod"
import { lineText } from "../../core/given-values.ts"
import { FREQUENCIES, SENT_CHANNELS } from "./words.ts"

export const LONGEST_NAME = 80
export const MOST_SNOOZE_HOURS = 24 * 30

const name = z.union([z.literal(""), lineText(LONGEST_NAME)])
const channels = z
  .array(z.enum(SENT_CHANNELS))
  .max(SENT_CHANNELS.length)
  .transform((list) => SENT_CHANNELS.filter((channel) => list.includes(channel)))

/** How a rule's messages go out. */
export const waySchema = z.object({
  name: name.default(""),
  channels: channels.default(["email"]),
  frequency: z.enum(FREQUENCIES).default("single"),
})
/** The same, changed in part. */
export const wayChangeSchema = z.object({
  name: name.optional(),
  channels: channels.optional(),
  frequency: z.enum(FREQUENCIES).optional(),
  enabled: z.boolean().optional(),
})
export type Way = z.output<typeof waySchema>
export type WayChange = z.output<typeof wayChangeSchema>
export const WAY_KEYS = ["name", "channels", "frequency", "enabled"] as const

/** 0 ends a snooze. */
export const snoozeSchema = z.strictObject({ hours: z.number().min(0).max(MOST_SNOOZE_HOURS) })

export const readSchema = z.union([
  z.strictObject({ ids: z.array(z.number().int().positive()).min(1).max(500) }),
  z.strictObject({ all: z.literal(true) }),
])

/** "22:30" as minutes after midnight. */
const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))

export const settingsSchema = z.strictObject({
  /** null takes it away. */
  webhookUrl: z.string().max(2000).nullable().optional(),
  newWebhookSecret: z.literal(true).optional(),
  /** true: there is one; "new": another address; false: there is none any more. */
  feed: z.union([z.boolean(), z.literal("new")]).optional(),
  quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable().optional(),
  digestHour: z.number().int().min(0).max(23).optional(),
  /** Nothing but the inbox until then; null goes on. */
  pausedUntil: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .nullable()
    .optional(),
  /** null unlinks the chat. */
  telegram: z.null().optional(),
})
export type SettingsChange = z.output<typeof settingsSchema>

/** What a browser says of its subscription (PushSubscription.toJSON). */
export const pushSchema = z.object({
  endpoint: z.string().max(2000),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87,88}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22,24}={0,2}$/),
  }),
})
export type PushInput = z.output<typeof pushSchema>
export const pushEndSchema = z.object({ endpoint: z.string().max(2000) })

/** Minutes after midnight as "22:30". */
export function timeText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0")
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
