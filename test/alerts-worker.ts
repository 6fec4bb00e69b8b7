// A worker that evaluates and sends alerts and nothing else, for tests that kill it: waits for a line to begin with, says "open" when it
// begins, and ends when there is nothing left to do.
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { setTimeout as sleep } from "node:timers/promises"
import { systemClock } from "../src/core/clock.ts"
import { openDatabase } from "../src/core/db/database.server.ts"
import { createLogger } from "../src/core/log.server.ts"
import { createDeliverer } from "../src/features/alerts/deliverer.server.ts"
import { createEvaluator } from "../src/features/alerts/evaluator.server.ts"
import { sendAlerts } from "../src/features/alerts/jobs.server.ts"
import { createMailWriter } from "../src/features/mail/write.server.ts"
import { compileMessage } from "@lingui/message-utils/compileMessage"
import { LOCALES_DIR } from "../src/i18n/catalogs.server.ts"
import { createTranslate, type Feature } from "../src/i18n/messages.ts"

enableCompileCache()
const { DATA_DIR = "", DATABASE_URL, HOOK_CA = "" } = process.env
const LEASE_MS = 150
/** Everybody reads English here, and only what messages need: a process that is to be killed must start fast. */
const texts = (feature: Feature) => {
  const source = JSON.parse(readFileSync(`${LOCALES_DIR}/en/${feature}.json`, "utf8")) as Record<string, string>
  return Object.fromEntries(Object.entries(source).map(([key, text]) => [key, compileMessage(text)]))
}
const translate = createTranslate("en", {
  alerts: texts("alerts"),
  offer: texts("offer"),
  offers: texts("offers"),
  mail: texts("mail"),
})
const catalogs = { translate: () => translate, messages: () => ({ messages: {}, hash: "" }) }
const log = createLogger("silent")
const publicUrl = "https://apyary.test"
const site = { publicUrl, operatorName: undefined, operatorContact: undefined }

console.log("ready")
await once(process.stdin, "data")
const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL || undefined })
const { db, sql } = database
const evaluator = createEvaluator({ db, clock: systemClock, log, leaseMs: LEASE_MS })
const deliverer = await createDeliverer({
  db,
  clock: systemClock,
  log,
  catalogs,
  writeMail: createMailWriter({ renderer: async () => (content) => content.heading, catalogs, site }),
  publicUrl,
  telegram: null,
  findAddresses: async () => [{ address: "127.0.0.1", family: 4 }],
  ca: HOOK_CA,
  leaseMs: LEASE_MS,
})
console.log("open")
const stopSending = sendAlerts(deliverer, 20)
const isBusy = async () => {
  const [row] = await sql`select exists (select 1 from offer_change)
    or exists (select 1 from notification_delivery where status in ('queued', 'failed')) as busy`
  return row?.busy === true
}
do {
  while (await evaluator.step());
  await sleep(20)
} while (await isBusy())
await stopSending()
await database.close()
console.log("done")
process.exit(0)
