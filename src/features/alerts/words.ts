// The closed lists of alerts on the server and in browsers: which ways messages go, how often, and what becomes of them.

/** The inbox takes everything; the others take what a rule names. */
export const CHANNEL_IDS = ["inbox", "email", "telegram", "webPush", "webhook", "feed"] as const
export type ChannelId = (typeof CHANNEL_IDS)[number]

/** Those that something is sent through. Inbox and feed are looked at. */
export const SENT_CHANNELS = ["email", "telegram", "webPush", "webhook"] as const
export type SentChannel = (typeof SENT_CHANNELS)[number]

/** At once, or one mail a day with all of them. */
export const FREQUENCIES = ["single", "dailyDigest"] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** The hour of the daily mail, in the person's time zone. */
export const DEFAULT_DIGEST_HOUR = 8

/** Why a plan pauses a rule: there are more than it allows, or it does not have the type (spec 9). */
export const PLAN_PAUSES = ["count", "type"] as const
export type PlanPause = (typeof PLAN_PAUSES)[number]

/**
 * What a notification tells of: a rule that fired, the month's quota that is used up, rules that a smaller plan pauses, a channel that
 * was switched off, a test; and several alerts at once, as one message that stands for them on its way and nowhere else.
 */
export const NOTIFICATION_KINDS = ["alert", "quota", "planPause", "channelOff", "test", "bundle"] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** queued: never tried; failed: tried, and tried again later; dead: given up, until the operator replays it; dropped: nobody wants it any more. */
export const DELIVERY_STATUSES = ["queued", "sent", "failed", "dead", "dropped"] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
