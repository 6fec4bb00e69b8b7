import { createServer } from "node:net"
import { defineConfig } from "@playwright/test"
import { CHROMIUM_ARGS, chromiumEnv, chromiumPath } from "./e2e/chromium.ts"

// This file is read again by every worker: what is chosen once goes on by the environment.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_CHROMIUM ??= await chromiumPath()
process.env.E2E_CHROMIUM_ENV ??= JSON.stringify(chromiumEnv(process.env.E2E_CHROMIUM))

const url = `http://localhost:${process.env.E2E_PORT}`

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 45_000,
  expect: { timeout: 7_000 },
  // PLAYWRIGHT_JSON_OUTPUT_NAME says where the JSON goes; .ci/run reads the counts there.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["line"], ["json"]] : [["line"]],
  outputDir: "test-results",
  use: {
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    locale: "en-US",
    trace: "off",
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    launchOptions: {
      executablePath: process.env.E2E_CHROMIUM,
      args: CHROMIUM_ARGS,
      env: { ...process.env, ...(JSON.parse(process.env.E2E_CHROMIUM_ENV) as Record<string, string>) },
    },
  },
  webServer: {
    command: "node e2e/start-site.ts",
    url: `${url}/readyz`,
    env: { E2E_PORT: process.env.E2E_PORT },
    timeout: 60_000,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
})

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once("error", fail)
    probe.listen(0, "localhost", () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === "object" ? done(address.port) : fail(new Error("no port")),
      )
    })
  })
}
