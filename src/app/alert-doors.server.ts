// The doors of alerts with what they need of the channels: the key for pushes, and the bot's name.
import type { FastifyInstance } from "fastify"
import { vapidKeys } from "../features/alerts/channels/web-push.server.ts"
import { type AlertDoors, registerAlerts } from "../features/alerts/rest.server.ts"
import { registerAlertScreens } from "../features/alerts/screen-rest.server.ts"
import { findBotName } from "../features/alerts/queries.server.ts"

export function registerAlertDoors(app: FastifyInstance, deps: Omit<AlertDoors, "vapidPublicKey" | "botName">): void {
  registerAlerts(app, {
    ...deps,
    vapidPublicKey: async () => (await vapidKeys(deps.db)).publicKey,
    botName: () => findBotName(deps.db),
  })
  registerAlertScreens(app, deps)
}
