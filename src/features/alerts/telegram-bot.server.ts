// The bot's ear: links chats, ends that, and hears of those who blocked it. Of any number of processes one listens, for as long as it
// says so; what was heard and not yet noted is heard again, and does the same again.
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { Bot, type Context, GrammyError } from "grammy"
import { type Clock, HOUR_MS } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { AppError, messageOf } from "../../core/errors.ts"
import type { Logger } from "../../core/log.server.ts"
import { isLocale, type Locale, negotiateLocale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import { findUser } from "../accounts/queries.server.ts"
import { snoozeAlert } from "./commands.server.ts"
import { urlOfTarget } from "./links.ts"
import { notify } from "./notify.server.ts"
import { findChatOwner } from "./queries.server.ts"
import { linkTelegram, unlinkTelegram } from "./settings-commands.server.ts"
import { telegramPolls } from "./tables.server.ts"
import { ruleOfSnooze, SNOOZE_HOURS } from "./telegram-words.ts"

export type TelegramBotDeps = {
  db: Db
  clock: Clock
  log: Logger
  token: string
  /** Where the Bot API is; Telegram's own unless told. */
  apiUrl: string | undefined
  translate: (locale: Locale) => Translate
  publicUrl: string
  /** How long one call waits for news, in seconds, and how long a process may be silent before another listens. */
  waitSeconds?: number
}

const HEARD = ["message", "callback_query", "my_chat_member"] as const
const PAUSE_MS = 5000
const WAIT_SECONDS = 25
const GRACE_MS = 30_000

export type TelegramBot = { api: Bot["api"]; start(): void; stop(): Promise<void> }

export function createTelegramBot(deps: TelegramBotDeps): TelegramBot {
  const { db, clock, log, waitSeconds = WAIT_SECONDS } = deps
  const me = randomUUID()
  const bot = new Bot(deps.token, deps.apiUrl === undefined ? {} : { client: { apiRoot: deps.apiUrl } })
  bot.catch(({ error }) => {
    throw error
  })
  addHandlers(bot, deps)
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (await hold(db, me, clock(), waitSeconds * 1000 + GRACE_MS)) await hear()
        else await rest()
      } catch (error) {
        if (stopping.signal.aborted) return
        log.warn({ reason: messageOf(error) }, "Telegram not heard")
        const wait = error instanceof GrammyError ? error.parameters.retry_after : undefined
        await rest(wait === undefined ? PAUSE_MS : wait * 1000)
      }
    }
  }

  async function hear(): Promise<void> {
    if (!bot.isInited()) {
      await bot.init()
      // A webhook that somebody set for the bot would keep all news from this process.
      await bot.api.deleteWebhook()
      await db.execute(sql`update telegram_poll set bot_name = ${bot.botInfo.username} where id = 1`)
    }
    const offset = await readOffset(db)
    const signal = stopping.signal as Parameters<typeof bot.api.getUpdates>[1]
    const updates = await bot.api.getUpdates({ offset, timeout: waitSeconds, allowed_updates: HEARD }, signal)
    for (const update of updates) {
      try {
        await bot.handleUpdate(update)
      } catch (error) {
        // One that cannot be answered keeps nobody else waiting: a chat that blocks the bot is no reason to hear it again for ever.
        log.warn({ reason: messageOf(error), update: update.update_id }, "Telegram not answered")
      }
      await db.execute(sql`update telegram_poll set next_update = ${update.update_id + 1} where id = 1`)
    }
  }

  const rest = (ms = PAUSE_MS) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  return {
    api: bot.api,
    start: () => void (running = listen()),
    async stop() {
      stopping.abort()
      await running
      await db.execute(sql`update telegram_poll set holder = null, held_until = null where holder = ${me}::uuid`)
    },
  }
}

async function hold(db: Db, me: string, now: Date, forMs: number): Promise<boolean> {
  const until = new Date(now.getTime() + forMs).toISOString()
  const rows = await db.execute(sql`
    insert into telegram_poll (id, holder, held_until) values (1, ${me}::uuid, ${until}::timestamptz)
    on conflict (id) do update set holder = excluded.holder, held_until = excluded.held_until
    where telegram_poll.holder is null or telegram_poll.holder = excluded.holder
      or telegram_poll.held_until < ${now.toISOString()}::timestamptz
    returning id`)
  return rows.length > 0
}

async function readOffset(db: Db): Promise<number> {
  const [row] = await db.select({ offset: telegramPolls.offset }).from(telegramPolls)
  return row?.offset ?? 0
}

function addHandlers(bot: Bot, { db, clock, translate, publicUrl }: TelegramBotDeps): void {
  /** A person's own language, else the one that their Telegram is in. */
  async function languageOf(context: Context, userId?: string): Promise<Locale> {
    const user = userId === undefined ? undefined : await findUser(db, userId)
    if (user && isLocale(user.locale)) return user.locale
    return negotiateLocale(context.from?.language_code)
  }

  // In a group everybody would read what one person watches.
  const chats = bot.chatType("private")

  chats.command("start", async (context) => {
    const token = context.match.trim()
    if (token === "") {
      const locale = await languageOf(context)
      const url = urlOfTarget(publicUrl, locale)("alerts")
      return void (await context.reply(translate(locale)("alerts:telegram.hello", { url })))
    }
    const chat = String(context.chat.id)
    // The link is used up by its first use; whoever presses Start again has what they want.
    const userId = (await linkTelegram(db, token, chat)) ?? (await findChatOwner(db, chat))
    const t = translate(await languageOf(context, userId))
    await context.reply(userId === undefined ? t("alerts:telegram.unknownToken") : t("alerts:telegram.linked"))
  })

  chats.command("stop", async (context) => {
    const userId = await unlinkTelegram(db, String(context.chat.id))
    await context.reply(translate(await languageOf(context, userId))("alerts:telegram.stopped"))
  })

  chats.on("my_chat_member", async (context) => {
    if (context.myChatMember.new_chat_member.status !== "kicked") return
    await db.transaction(async (tx) => {
      const userId = await unlinkTelegram(tx, String(context.chat.id))
      if (userId === undefined) return
      const dedupeKey = `off:telegram:${context.update.update_id}`
      const values = { kind: "channelOff", channel: "telegram", reason: "blocked" } as const
      await notify(tx, clock(), [{ userId, ruleId: null, dedupeKey, values, channels: [], isDigest: false }])
    })
  })

  chats.on("callback_query:data", async (context) => {
    const ruleId = ruleOfSnooze(context.callbackQuery.data)
    const userId = await findChatOwner(db, String(context.chat?.id ?? ""))
    if (ruleId === null || userId === undefined) return void (await context.answerCallbackQuery())
    const now = clock()
    try {
      await snoozeAlert(db, userId, ruleId, new Date(now.getTime() + SNOOZE_HOURS * HOUR_MS), now)
    } catch (error) {
      // The alert was deleted meanwhile: it is quiet anyway.
      if (!(error instanceof AppError && error.code === "not_found")) throw error
    }
    const text = translate(await languageOf(context, userId))("alerts:telegram.snoozed")
    await context.answerCallbackQuery({ text })
  })
}
