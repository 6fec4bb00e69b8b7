// The site's web server in this process over the made-up market, to be asked by inject().
import type { FastifyInstance } from "fastify"
import { builtFrontend } from "../src/app/frontend.server.ts"
import { siteSettings } from "../src/app/site-settings.server.ts"
import { buildWeb } from "../src/app/web.server.ts"
import { readConfig } from "../src/core/config.server.ts"
import { openDatabase } from "../src/core/db/database.server.ts"
import { createLogger } from "../src/core/log.server.ts"
import type { Market } from "../src/features/market/model.ts"
import { loadCatalogs } from "../src/i18n/catalogs.server.ts"
import { NOW } from "./market.ts"
import { throwawayFolder } from "./site.ts"

export async function webOver(market: Market, cacheBytes: number): Promise<FastifyInstance> {
  const database = await openDatabase({ dataDir: throwawayFolder(), databaseUrl: undefined })
  const app = await buildWeb({
    // Only what opens the doors is read and written there: lists are answered from the market alone.
    database,
    catalogue: { market: () => market, refresh: async () => {}, watch: () => {}, stop: () => {} },
    catalogs: loadCatalogs(),
    frontend: await builtFrontend(),
    clock: () => NOW,
    log: createLogger("warn"),
    site: siteSettings(readConfig({})),
    writeMail: () => Promise.reject(new Error("no mails here")),
    outboxDir: null,
    imageFolder: throwawayFolder(),
    cacheBytes,
    trustedProxies: 0,
    onOfferView: () => {},
    isStopping: () => false,
  })
  app.addHook("onClose", () => database.close())
  return app
}
