// What a way out of the site is: one file each in this folder, and a line in registry.server.ts.
import type { Locale } from "../../../i18n/locales.ts"
import type { Tx } from "../../../core/db/database.server.ts"
import type { NotificationValues } from "../tables.server.ts"
import type { NotificationKind, SentChannel } from "../words.ts"

/** A message in its reader's language. */
export type Message = {
  /** The notification's key: the same message has the same key on every way and at every attempt. */
  key: string
  kind: NotificationKind
  /** The rule that it is about, if one is. */
  ruleId: number | null
  title: string
  text: string
  /** Figures below the text: label and finished value. */
  rows: readonly { label: string; value: string }[]
  /** A page of the site: complete address, and what the link says. */
  url: string
  linkText: string
  firedAt: Date
  values: NotificationValues
}

/** Who gets it, and where. */
export type Reader = {
  userId: string
  email: string
  isEmailConfirmed: boolean
  name: string | null
  locale: Locale
  timeZone: string
  telegramChatId: string | null
  webhookUrl: string | null
  webhookSecret: string | null
}

export type Outcome =
  /** `within` is done in the transaction that writes down that it was sent. */
  | { kind: "sent"; within?: (tx: Tx) => Promise<void> }
  /** Not now; `afterSeconds` is what the other side asks for. */
  | { kind: "later"; reason: string; afterSeconds?: number }
  /** This message never, the next one perhaps. */
  | { kind: "never"; reason: string }
  /** Nobody is there any more: `switchOff` takes the way out of the person's settings. `tell` says so in the site. */
  | { kind: "off"; reason: string; switchOff: (tx: Tx) => Promise<void>; tell: boolean }

export type Channel = {
  id: SentChannel
  /** Sends one message; what it throws counts as "later". */
  send(message: Message, reader: Reader, target: string): Promise<Outcome>
}

export type Channels = Partial<Record<SentChannel, Channel>>
