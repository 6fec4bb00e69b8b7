// To a program of the person's own: JSON by https, signed, so that the program can tell it from what others send.
import { createHmac } from "node:crypto"
import { eq } from "drizzle-orm"
import type { Clock } from "../../../core/clock.ts"
import { retryAfterMs } from "../../../core/http-client.server.ts"
import { type FindAddresses, postPublic } from "../../../core/public-post.server.ts"
import { alertSettings } from "../tables.server.ts"
import type { Channel, Message, Outcome } from "./channel.ts"

const TIMEOUT_MS = 10_000

export type WebhookDeps = { clock: Clock; findAddresses?: FindAddresses; ca?: string }

/** "t=<seconds since 1970>,v1=<hex>": HMAC-SHA-256 of "<t>.<body>" with the webhook's secret. The time is that of the attempt. */
export function webhookSignature(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`
}

/** What is sent. `id` is the same at every attempt: whoever has seen it may forget what comes again. */
export function webhookBody(message: Message): string {
  const { key: id, kind, title, text, url, firedAt, values } = message
  const alert =
    values.kind === "alert" ? { rule: values.ruleName, message: values.message, values: values.values } : null
  return JSON.stringify({ id, kind, firedAt: firedAt.toISOString(), title, text, url, alert })
}

export function webhookChannel({ clock, findAddresses, ca }: WebhookDeps): Channel {
  return {
    id: "webhook",
    async send(message, { userId, webhookUrl, webhookSecret }): Promise<Outcome> {
      if (webhookUrl === null || webhookSecret === null) return { kind: "never", reason: "not_set_up" }
      const body = webhookBody(message)
      const { status, headers } = await postPublic(webhookUrl, {
        body,
        timeoutMs: TIMEOUT_MS,
        headers: {
          "content-type": "application/json",
          "user-agent": "Apyary-Webhook/1",
          "apyary-delivery": message.key,
          "apyary-signature": webhookSignature(webhookSecret, body, clock()),
        },
        ...(findAddresses ? { findAddresses } : {}),
        ...(ca === undefined ? {} : { ca }),
      })
      if (status >= 200 && status < 300) return { kind: "sent" }
      if (status === 410) {
        return {
          kind: "off",
          reason: "gone",
          tell: true,
          switchOff: async (tx) =>
            void (await tx.update(alertSettings).set({ webhookUrl: null }).where(eq(alertSettings.userId, userId))),
        }
      }
      const waitMs = retryAfterMs(headers["retry-after"] ?? null, clock().getTime())
      return {
        kind: "later",
        reason: `answered_${status}`,
        ...(waitMs === null ? {} : { afterSeconds: waitMs / 1000 }),
      }
    },
  }
}
