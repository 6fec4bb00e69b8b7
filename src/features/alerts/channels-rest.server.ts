// The doors to where somebody is told: chat, browser, webhook, feed, and the hours for it.
import type { FastifyInstance } from "fastify"
import { pushEndSchema, pushSchema, settingsSchema } from "./door-schema.ts"
import { settingsBody } from "./answers.ts"
import { listNotificationChoices } from "../accounts/queries.server.ts"
import type { UserRow } from "../accounts/session.server.ts"
import { tariffOf } from "../billing/queries.server.ts"
import { countSent, findSettings, listPushSubscriptions } from "./queries.server.ts"
import { feedUrl } from "./feed.server.ts"
import { type AlertDoors, parseBody } from "./rest.server.ts"
import { addPushSubscription, changeSettings, removePushSubscription } from "./settings-commands.server.ts"

export function registerChannels(app: FastifyInstance, doors: AlertDoors): void {
  const { db, clock, sessions } = doors

  app.get("/api/alerts/channels", async (request) => {
    const { user } = await sessions.require(request)
    return channelsBody(doors, user)
  })

  app.patch("/api/alerts/channels", async (request) => {
    const { user } = await sessions.require(request)
    await changeSettings(db, user.id, parseBody(settingsSchema, request.body))
    return channelsBody(doors, user)
  })

  app.post("/api/alerts/channels/push", async (request, reply) => {
    const { user } = await sessions.require(request)
    await addPushSubscription(db, user.id, parseBody(pushSchema, request.body), clock())
    return reply.code(201).send(await channelsBody(doors, user))
  })

  app.post("/api/alerts/channels/push/end", async (request) => {
    const { user } = await sessions.require(request)
    await removePushSubscription(db, user.id, parseBody(pushEndSchema, request.body).endpoint)
    return channelsBody(doors, user)
  })
}

async function channelsBody({ db, clock, publicUrl, vapidPublicKey, botName }: AlertDoors, user: UserRow) {
  const now = clock()
  const setting = await findSettings(db, user.id)
  const choices = await listNotificationChoices(db, user.id)
  const tariff = await tariffOf(db, user.id, now)
  const bot = await botName()
  return {
    ...settingsBody(setting),
    timeZone: user.timeZone,
    email: {
      address: user.email,
      isConfirmed: user.emailConfirmedAt !== null,
      isWanted: choices.some(({ group }) => group === "alerts"),
    },
    telegram: {
      isAvailable: bot !== null,
      isLinked: setting.telegramChatId !== null,
      /** Opens the chat with the bot; its Start button links the chat. */
      link: bot === null ? null : `https://t.me/${bot}?start=${setting.telegramToken}`,
    },
    webPush: { publicKey: await vapidPublicKey(), subscriptions: await listPushSubscriptions(db, user.id) },
    feed: { url: setting.feedToken === null ? null : feedUrl(publicUrl, setting.feedToken) },
    quota: { sent: await countSent(db, user.id, now), limit: tariff.notificationCount },
  }
}
