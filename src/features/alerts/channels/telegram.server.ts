// To a chat with the site's bot.
import { eq } from "drizzle-orm"
import { type Api, GrammyError, InlineKeyboard } from "grammy"
import type { Locale } from "../../../i18n/locales.ts"
import type { Translate } from "../../../i18n/messages.ts"
import { alertSettings } from "../tables.server.ts"
import { snoozeData } from "../telegram-words.ts"
import type { Channel, Message, Outcome, Reader } from "./channel.ts"

export type TelegramDeps = { api: Pick<Api, "sendMessage">; translate: (locale: Locale) => Translate }

/** Telegram takes 4096 characters; the rest is on the site. */
const LONGEST = 4000

/** The words of a message, as plain text: what people name their things stays what it is. */
export function telegramText({ title, text, rows, url, linkText }: Message): string {
  const facts = rows.map(({ label, value }) => `${label}: ${value}`).join("\n")
  const body = [title, text, facts].filter((part) => part !== "").join("\n\n")
  return `${body.slice(0, LONGEST - url.length - linkText.length)}\n\n${linkText}: ${url}`
}

export function telegramChannel({ api, translate }: TelegramDeps): Channel {
  return {
    id: "telegram",
    async send(message, reader): Promise<Outcome> {
      const { telegramChatId: chat } = reader
      if (chat === null) return { kind: "never", reason: "not_set_up" }
      const rest =
        message.kind === "alert" && message.ruleId !== null
          ? {
              reply_markup: new InlineKeyboard().text(
                translate(reader.locale)("alerts:telegram.snooze"),
                snoozeData(message.ruleId),
              ),
            }
          : {}
      try {
        await api.sendMessage(chat, telegramText(message), { ...rest, link_preview_options: { is_disabled: true } })
        return { kind: "sent" }
      } catch (error) {
        if (error instanceof GrammyError) return refusal(error, reader, chat)
        throw error
      }
    },
  }
}

/** What a refusal of the Bot API means. Blocked, or gone for good: the chat is taken out of the settings, if it is still that one. */
function refusal(error: GrammyError, { userId }: Reader, chat: string): Outcome {
  const reason = `answered_${error.error_code}: ${error.description}`
  const isGone = error.error_code === 403 || (error.error_code === 400 && /chat not found/i.test(error.description))
  if (isGone) {
    return {
      kind: "off",
      reason,
      tell: true,
      switchOff: async (tx) => {
        const [row] = await tx
          .select({ chat: alertSettings.telegramChatId })
          .from(alertSettings)
          .where(eq(alertSettings.userId, userId))
        if (row?.chat === chat)
          await tx.update(alertSettings).set({ telegramChatId: null }).where(eq(alertSettings.userId, userId))
      },
    }
  }
  const { retry_after: wait } = error.parameters
  if (error.error_code === 400) return { kind: "never", reason }
  return { kind: "later", reason, ...(wait === undefined ? {} : { afterSeconds: wait }) }
}
