// The settings. Only this file reads process.env; a wrong setting is one sentence at start.
import { z } from "zod"
import { AppError } from "./errors.ts"

export const SERVICES = ["web", "worker"] as const
export type Service = (typeof SERVICES)[number]

const httpOrigin = z
  .url({ protocol: /^https?$/ })
  .transform((value) => value.replace(/\/+$/, ""))
  .describe("an address such as http://localhost:4000")

const webAddress = z.url({ protocol: /^https$/ }).describe("an address that begins with https://")

/** Plain http only on the own machine, for a stand-in. */
const oauthAddress = z
  .url({ protocol: /^https?$/ })
  .refine((value) => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(value))
  .describe("an address that begins with https://")

const slug = z
  .string()
  .regex(/^[a-z0-9-]+$/)
  .describe("the last part of its address, such as binance")

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .describe(`a whole number from ${min} to ${max}`)

const settings = {
  NODE_ENV: z
    .enum(["production", "development", "test"])
    .default("development")
    .describe("production, development or test"),
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().min(1).default("localhost").describe("an address to listen on such as localhost or 0.0.0.0"),
  /** The address people use, for canonical links and mails. Default: http://localhost:PORT. */
  PUBLIC_URL: httpOrigin.optional(),
  SERVICES: z
    .string()
    .default("web,worker")
    .transform((value) => value.split(",").map((word) => word.trim()))
    .pipe(z.array(z.enum(SERVICES)).min(1))
    .describe("a comma-separated list of web and worker"),
  DATA_DIR: z.string().min(1).default("./data").describe("a folder that can be written to"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/.+/)
    .optional()
    .describe("an address such as postgres://user:password@host:5432/name"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("fatal, error, warn, info, debug, trace or silent"),
  /** How much memory rendered pages may take, in megabytes. */
  PAGE_CACHE_MB: wholeNumber(0, 4096).default(128),
  /** How many proxies in front of the site may be believed about the visitor's address. */
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  /** Which exchange, wallet and protocol the search shows before anything is typed. */
  POPULAR_EXCHANGE: slug.default("binance"),
  POPULAR_WALLET: slug.default("metamask"),
  POPULAR_PROTOCOL: slug.default("aave-v3"),
  /** Who runs the site, and how to reach them: an e-mail or web address, or words. */
  OPERATOR_NAME: z.string().min(1).optional().describe("a name"),
  OPERATOR_CONTACT: z.string().min(1).optional().describe("an e-mail address or another way to reach the operator"),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/.+/)
    .optional()
    .describe("an address such as smtp://user:password@host:587"),
  MAIL_FROM: z
    .string()
    .min(3)
    .default("Apyary <no-reply@localhost>")
    .describe("a sender such as Apyary <no-reply@example.org>"),
  /** Who gets the contact form's messages. */
  CONTACT_MAIL_TO: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/)
    .default("operator@localhost")
    .describe("an e-mail address"),
  /** Signing in through Google and Facebook: without both id and secret the buttons say that it is not available. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional().describe("an OAuth client id"),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional().describe("an OAuth client secret"),
  GOOGLE_ISSUER_URL: oauthAddress.default("https://accounts.google.com"),
  FACEBOOK_CLIENT_ID: z.string().min(1).optional().describe("an app id"),
  FACEBOOK_CLIENT_SECRET: z.string().min(1).optional().describe("an app secret"),
  FACEBOOK_AUTHORIZE_URL: oauthAddress.default("https://www.facebook.com/v23.0/dialog/oauth"),
  FACEBOOK_TOKEN_URL: oauthAddress.default("https://graph.facebook.com/v23.0/oauth/access_token"),
  FACEBOOK_PROFILE_URL: oauthAddress.default("https://graph.facebook.com/v23.0/me?fields=id,name,email"),
  /** Where the browser sends page views, if the operator counts them. */
  PAGE_VIEW_URL: webAddress.optional(),
  /** Hosts that /_next/image may fetch pictures from, comma-separated. */
  IMAGE_HOSTS: z
    .string()
    .default("")
    .transform((value) => value.split(",").filter((host) => host !== ""))
    .pipe(z.array(z.string().regex(/^[a-z0-9.-]+$/)))
    .describe("a comma-separated list of host names"),
  /** For alerts by Telegram: the token that BotFather gave, and where the Bot API is, when it is not Telegram's own. */
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]+$/)
    .optional()
    .describe("the token of a Telegram bot, such as 123456:ABC"),
  TELEGRAM_API_URL: httpOrigin.optional(),
  COMMUNITY_X_URL: webAddress.optional(),
  COMMUNITY_COINMARKETCAP_URL: webAddress.optional(),
  COMMUNITY_DEBANK_URL: webAddress.optional(),
  COMMUNITY_DISCORD_URL: webAddress.optional(),
  COMMUNITY_MEDIUM_URL: webAddress.optional(),
  COMMUNITY_LINKEDIN_URL: webAddress.optional(),
  COMMUNITY_FACEBOOK_URL: webAddress.optional(),
  COMMUNITY_INSTAGRAM_URL: webAddress.optional(),
  COMMUNITY_YOUTUBE_URL: webAddress.optional(),
  COMMUNITY_VK_URL: webAddress.optional(),
  COMMUNITY_TELEGRAM_URL: webAddress.optional(),
  /** Who takes payments. Default: paddle when its keys are set, else sandbox (a test without money) outside production and none in it. */
  PAYMENT_PROVIDER: z.enum(["paddle", "sandbox", "none"]).optional().describe("paddle, sandbox or none"),
  PADDLE_API_KEY: z.string().min(1).optional(),
  PADDLE_WEBHOOK_SECRET: z.string().min(1).optional(),
  PADDLE_CLIENT_TOKEN: z.string().min(1).optional(),
  PADDLE_ENVIRONMENT: z.enum(["sandbox", "production"]).default("production").describe("sandbox or production"),
  /** Where Paddle's API is instead, for tests. */
  PADDLE_API_URL: httpOrigin.optional(),
  /** Folder with hand-verified offers, cards and wallets; default: the demo data in db/seed/manual. */
  MANUAL_DIR: z.string().min(1).optional().describe("a folder"),
  COINGECKO_DEMO_KEY: z.string().min(1).optional().describe("a CoinGecko Demo key"),
  PENDLE_API_KEY: z.string().min(1).optional().describe("a Pendle key"),
  SOURCE_DEFILLAMA_URL: httpOrigin.optional(),
  SOURCE_COINPAPRIKA_URL: httpOrigin.optional(),
  SOURCE_COINGECKO_URL: httpOrigin.optional(),
  SOURCE_BYBIT_URL: httpOrigin.optional(),
  SOURCE_OKX_URL: httpOrigin.optional(),
  SOURCE_GATE_URL: httpOrigin.optional(),
  SOURCE_BITFINEX_URL: httpOrigin.optional(),
  SOURCE_GEMINI_URL: httpOrigin.optional(),
  SOURCE_LIDO_URL: httpOrigin.optional(),
  SOURCE_PENDLE_URL: httpOrigin.optional(),
}
const schema = z.object(settings)

export type Config = z.output<typeof schema> & { PUBLIC_URL: string }

/**
 * Reads and checks the settings. An empty variable counts as not set.
 * Throws AppError "invalid_setting" with one sentence that names the variable and what belongs there.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? "a setting")
    const wanted = settings[name as keyof typeof settings]?.description ?? meaning(name)
    // An address may hold a password, and this sentence ends up in logs.
    const found =
      name === "DATABASE_URL" || name === "SMTP_URL" || /_(?:SECRET|TOKEN)$/.test(name)
        ? "it is something else"
        : `it is "${given[name] ?? ""}"`
    throw new AppError("invalid_setting", { message: `${name} must be ${wanted}, but ${found}.` })
  }
  return { ...parsed.data, PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}` }
}

/** The descriptions that zod keeps on the inner type of an optional or defaulted setting. */
function meaning(name: string): string {
  const outer = settings[name as keyof typeof settings] as { unwrap?: () => { description?: string } } | undefined
  return outer?.unwrap?.().description ?? "a valid value"
}
