// Starts the built site for the browser tests, on a new database that is removed afterwards. Playwright starts and stops this.
import { spawn } from "node:child_process"
import { resolve } from "node:path"
import { createEmptyPlace, removeTestDb } from "../test/test-db.ts"

const port = process.env.E2E_PORT ?? "0"
const place = await createEmptyPlace()
const site = spawn(process.execPath, [resolve(import.meta.dirname, "../src/main.ts")], {
  stdio: "inherit",
  env: {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    SERVICES: "web",
    PORT: port,
    LOG_LEVEL: "warn",
    DATA_DIR: place.dataDir,
    // Tests that ask the API name an address of their own, so that they do not share one rate limit.
    TRUSTED_PROXIES: "1",
    // The test checkout: in production nobody gets it without asking.
    PAYMENT_PROVIDER: "sandbox",
    ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
  },
})
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => site.kill("SIGTERM"))
site.on("exit", async (code) => {
  await removeTestDb(place)
  process.exit(code ?? 1)
})
