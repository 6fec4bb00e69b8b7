// Every way out of the site. A new one is a file beside this, a line here, and its name in ../words.ts.
import type { FindAddresses } from "../../../core/public-post.server.ts"
import type { Channels } from "./channel.ts"
import { emailChannel, type EmailDeps } from "./email.server.ts"
import { telegramChannel, type TelegramDeps } from "./telegram.server.ts"
import { vapidKeys, webPushChannel } from "./web-push.server.ts"
import { webhookChannel } from "./webhook.server.ts"

export type ChannelDeps = EmailDeps & {
  publicUrl: string
  /** null where no bot is set up. */
  telegram: TelegramDeps["api"] | null
  /** For tests: where names lead, and whose certificates to trust. */
  findAddresses?: FindAddresses
  ca?: string
}

export async function openChannels(deps: ChannelDeps): Promise<Channels> {
  const { db, clock, publicUrl, telegram, translate } = deps
  const post = {
    ...(deps.findAddresses ? { findAddresses: deps.findAddresses } : {}),
    ...(deps.ca === undefined ? {} : { ca: deps.ca }),
  }
  return {
    email: emailChannel(deps),
    ...(telegram ? { telegram: telegramChannel({ api: telegram, translate }) } : {}),
    webPush: webPushChannel({ db, keys: await vapidKeys(db), publicUrl, clock, ...post }),
    webhook: webhookChannel({ clock, ...post }),
  }
}
