import { expect, it, test } from "vitest"
import { readConfig } from "../../../core/config.server.ts"
import { paymentSettings } from "./registry.server.ts"

const KEYS = { PADDLE_API_KEY: "a", PADDLE_WEBHOOK_SECRET: "b", PADDLE_CLIENT_TOKEN: "c" }
const LIVE = { NODE_ENV: "production" }

test.each<[string, Record<string, string>, string | null]>([
  ["development", {}, "sandbox"],
  ["development with Paddle's keys", KEYS, "paddle"],
  ["development that wants none", { PAYMENT_PROVIDER: "none" }, null],
  ["production", LIVE, null],
  ["production with Paddle's keys", { ...LIVE, ...KEYS }, "paddle"],
  ["production with two of three keys", { ...LIVE, PADDLE_API_KEY: "a", PADDLE_WEBHOOK_SECRET: "b" }, null],
  ["production that wants the sandbox", { ...LIVE, PAYMENT_PROVIDER: "sandbox" }, "sandbox"],
  ["production with keys that wants none", { ...LIVE, ...KEYS, PAYMENT_PROVIDER: "none" }, null],
])("%s", (_what, env, active) => {
  expect(paymentSettings(readConfig(env)).active).toBe(active)
})

it("Paddle without its keys is one sentence at the start, and one that tells no key", () => {
  expect(() => paymentSettings(readConfig({ PAYMENT_PROVIDER: "paddle", PADDLE_API_KEY: "geheim" }))).toThrow(
    /^PAYMENT_PROVIDER is paddle: set (?!.*geheim)/,
  )
})
