// Which providers there are. A new one: a file beside this, a line here, its id in provider.ts.
import { randomBytes } from "node:crypto"
import type { Clock } from "../../../core/clock.ts"
import type { Config } from "../../../core/config.server.ts"
import type { Db } from "../../../core/db/database.server.ts"
import { AppError } from "../../../core/errors.ts"
import { getSecret } from "../../../core/secrets.server.ts"
import type { PaddleSettings } from "./paddle.server.ts"
import { normalisePaddle } from "./paddle-events.ts"
import { PROVIDER_IDS, type Provider, type ProviderId, type Providers } from "./provider.ts"
import { normaliseSandbox, sandboxProvider } from "./sandbox.server.ts"

export type PaymentSettings = { active: ProviderId | null; paddle: PaddleSettings | null }

type Keys = Pick<
  Config,
  | "NODE_ENV"
  | "PAYMENT_PROVIDER"
  | "PADDLE_API_KEY"
  | "PADDLE_WEBHOOK_SECRET"
  | "PADDLE_CLIENT_TOKEN"
  | "PADDLE_ENVIRONMENT"
  | "PADDLE_API_URL"
>

/**
 * What the settings say about payments. Without a choice: Paddle when its keys are there, else the sandbox, which is never
 * chosen by itself in production. Throws AppError "invalid_setting" when Paddle is chosen and a key is missing.
 */
export function paymentSettings(config: Keys): PaymentSettings {
  const { PADDLE_API_KEY: apiKey, PADDLE_WEBHOOK_SECRET: webhookSecret, PADDLE_CLIENT_TOKEN: clientToken } = config
  const paddle =
    apiKey !== undefined && webhookSecret !== undefined && clientToken !== undefined
      ? { apiKey, webhookSecret, clientToken, environment: config.PADDLE_ENVIRONMENT, apiUrl: config.PADDLE_API_URL }
      : null
  if (config.PAYMENT_PROVIDER === "paddle" && !paddle) {
    throw new AppError("invalid_setting", {
      message: "PAYMENT_PROVIDER is paddle: set PADDLE_API_KEY, PADDLE_WEBHOOK_SECRET and PADDLE_CLIENT_TOKEN.",
    })
  }
  const usual = paddle ? "paddle" : config.NODE_ENV === "production" ? "none" : "sandbox"
  const active = config.PAYMENT_PROVIDER ?? usual
  return { active: active === "none" ? null : active, paddle }
}

export const newSecret = () => randomBytes(32).toString("base64url")

/** The providers of the settings. Paddle's webhooks are heard as long as its keys are there, also when nobody can buy any more. */
export async function openProviders(settings: PaymentSettings, db: Db, clock: Clock): Promise<Providers> {
  const all: Provider[] = []
  if (settings.paddle) {
    // Its library takes a tenth of a second to load: only where it is used.
    const { paddleProvider } = await import("./paddle.server.ts")
    all.push(paddleProvider(settings.paddle))
  }
  if (settings.active === "sandbox")
    all.push(sandboxProvider(await getSecret(db, "sandbox-webhooks", newSecret), clock))
  const find = (id: string) => all.find((provider) => provider.id === id)
  return { active: settings.active === null ? null : (find(settings.active) ?? null), find }
}

const NORMALISE: Record<ProviderId, Provider["normalise"]> = { paddle: normalisePaddle, sandbox: normaliseSandbox }

/** Providers that read what was recorded and are asked nothing, for commands that run without the settings of the site. */
export const READING_PROVIDERS: Providers = {
  active: null,
  find(id) {
    const known = PROVIDER_IDS.find((one) => one === id)
    return known && readingProvider(known)
  },
}

function readingProvider(id: ProviderId): Provider {
  const refuse = async (): Promise<never> => {
    throw new AppError("unavailable", { message: `The site itself asks ${id}: its hourly job does.` })
  }
  return {
    id,
    isTest: false,
    browser: { script: [], frame: [], connect: [], style: [] },
    checkout() {
      throw new AppError("unavailable")
    },
    verify: refuse,
    normalise: NORMALISE[id],
    schedule: refuse,
    resume: refuse,
    endNow: refuse,
  }
}
