// To a browser, through the push service of its maker (RFC 8030), encrypted so that the service cannot read it (RFC 8291).
import { createHash } from "node:crypto"
import { eq } from "drizzle-orm"
import webPush from "web-push"
import type { Clock } from "../../../core/clock.ts"
import type { Db } from "../../../core/db/database.server.ts"
import { retryAfterMs } from "../../../core/http-client.server.ts"
import { type FindAddresses, postPublic } from "../../../core/public-post.server.ts"
import { getSecret } from "../../../core/secrets.server.ts"
import { pushSubscriptions } from "../tables.server.ts"
import type { Channel, Message, Outcome } from "./channel.ts"

const TIMEOUT_MS = 10_000
/** A browser that stays off for longer is not told any more: the inbox has it. */
const TTL_SECONDS = 86_400
const LONGEST_TEXT = 500

export type VapidKeys = { publicKey: string; privateKey: string }
export type WebPushDeps = {
  db: Db
  keys: VapidKeys
  publicUrl: string
  clock: Clock
  findAddresses?: FindAddresses
  ca?: string
}

/** The site's key pair for pushes (RFC 8292), made once. */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  return JSON.parse(await getSecret(db, "vapid", () => JSON.stringify(webPush.generateVAPIDKeys()))) as VapidKeys
}

/** What the service worker gets. The tag is the message's key: a browser that gets it twice shows it once. */
export function pushPayload({ key, title, text, url }: Message): string {
  return JSON.stringify({ title, body: text.slice(0, LONGEST_TEXT), url, tag: key })
}

export function webPushChannel({ db, keys, publicUrl, clock, findAddresses, ca }: WebPushDeps): Channel {
  // The push service asks for somebody to write to.
  const subject = publicUrl.startsWith("https:") ? publicUrl : "mailto:operator@localhost"
  return {
    id: "webPush",
    async send(message, _reader, target): Promise<Outcome> {
      const [row] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, target))
      if (!row) return { kind: "never", reason: "not_set_up" }
      const { endpoint, headers, body } = webPush.generateRequestDetails(
        { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } },
        pushPayload(message),
        {
          vapidDetails: { subject, ...keys },
          TTL: TTL_SECONDS,
          // Of several with one topic the service keeps the last: what is sent again while the browser is off arrives once.
          topic: createHash("sha256").update(message.key).digest("base64url").slice(0, 32),
        },
      )
      const answer = await postPublic(endpoint, {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body,
        timeoutMs: TIMEOUT_MS,
        ...(findAddresses ? { findAddresses } : {}),
        ...(ca === undefined ? {} : { ca }),
      })
      if (answer.status >= 200 && answer.status < 300) return { kind: "sent" }
      if (answer.status === 404 || answer.status === 410) {
        return {
          kind: "off",
          reason: `answered_${answer.status}`,
          tell: false,
          switchOff: async (tx) => void (await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, target))),
        }
      }
      if (answer.status === 413) return { kind: "never", reason: "answered_413" }
      const waitMs = retryAfterMs(answer.headers["retry-after"] ?? null, clock().getTime())
      const after = waitMs === null ? {} : { afterSeconds: waitMs / 1000 }
      return { kind: "later", reason: `answered_${answer.status}`, ...after }
    },
  }
}
