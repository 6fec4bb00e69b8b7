// Puts together what sending takes: the channels, and the words of messages in each reader's language.
import type { Clock } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import type { Logger } from "../../core/log.server.ts"
import type { FindAddresses } from "../../core/public-post.server.ts"
import type { Catalogs } from "../../i18n/catalogs.server.ts"
import { unsubscribeUrl } from "../accounts/unsubscribe.server.ts"
import type { WriteMail } from "../mail/write.server.ts"
import { sendDigest } from "./channels/email.server.ts"
import { type ChannelDeps, openChannels } from "./channels/registry.server.ts"
import type { DeliverDeps } from "./deliver.server.ts"
import { urlOfTarget } from "./links.ts"
import { messageOf } from "./message.ts"

export type DelivererOptions = {
  db: Db
  clock: Clock
  log: Logger
  catalogs: Catalogs
  writeMail: WriteMail
  publicUrl: string
  telegram: ChannelDeps["telegram"]
  findAddresses?: FindAddresses
  ca?: string
  leaseMs?: number
}

export async function createDeliverer(options: DelivererOptions): Promise<DeliverDeps> {
  const { db, clock, log, catalogs, publicUrl, leaseMs } = options
  const channelDeps: ChannelDeps = {
    db,
    clock,
    publicUrl,
    telegram: options.telegram,
    write: options.writeMail,
    translate: (locale) => catalogs.translate(locale),
    unsubscribeUrl: (connection, { userId, locale }) =>
      unsubscribeUrl(connection, publicUrl, { userId, locale, group: "alerts" }),
    alertsUrl: (locale) => urlOfTarget(publicUrl, locale)("alerts"),
    ...(options.findAddresses ? { findAddresses: options.findAddresses } : {}),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  }
  return {
    db,
    clock,
    log,
    channels: await openChannels(channelDeps),
    write({ dedupeKey: key, ruleId, values, firedAt }, { locale }) {
      const { target, ...text } = messageOf(values, locale, catalogs.translate(locale))
      return { ...text, key, ruleId, url: urlOfTarget(publicUrl, locale)(target), firedAt, values }
    },
    digest: (tx, messages, reader) => sendDigest(channelDeps, tx, messages, reader),
    ...(leaseMs === undefined ? {} : { leaseMs }),
  }
}
