// By mail: into the outbox, in the very transaction that writes down that it was sent. The outbox has retries of its own.
import type { Clock } from "../../../core/clock.ts"
import type { Db, Tx } from "../../../core/db/database.server.ts"
import { enqueueMail } from "../../../core/mail-queue.server.ts"
import type { Translate } from "../../../i18n/messages.ts"
import type { Locale } from "../../../i18n/locales.ts"
import type { WriteMail } from "../../mail/write.server.ts"
import { alertMail, digestMail } from "../emails.ts"
import type { Channel, Message, Reader } from "./channel.ts"

export type EmailDeps = {
  write: WriteMail
  translate: (locale: Locale) => Translate
  /** Where one click ends the mails. Asks the database by the connection that it is given. */
  unsubscribeUrl(db: Db, reader: Pick<Reader, "userId" | "locale">): Promise<string>
  db: Db
  /** The page where alerts are changed. */
  alertsUrl(locale: Locale): string
  clock: Clock
}

export function emailChannel(deps: EmailDeps): Channel {
  return {
    id: "email",
    async send(message, reader) {
      if (!reader.isEmailConfirmed) return { kind: "later", reason: "email_not_confirmed" }
      const mail = await mailOf(deps, alertMail(deps.translate(reader.locale), message), reader)
      return { kind: "sent", within: async (tx) => void (await enqueueMail(tx, mail, deps.clock())) }
    },
  }
}

/** One mail with all messages of a day, in the transaction that writes down that they were sent. */
export async function sendDigest(deps: EmailDeps, tx: Tx, messages: readonly Message[], reader: Reader): Promise<void> {
  const content = digestMail(deps.translate(reader.locale), messages, deps.alertsUrl(reader.locale))
  // Inside a transaction only its own connection may be used.
  const mail = await mailOf({ ...deps, db: tx as unknown as Db }, content, reader)
  await enqueueMail(tx, mail, deps.clock())
}

async function mailOf(deps: EmailDeps, content: ReturnType<typeof alertMail>, reader: Reader) {
  const { locale, email: to, name } = reader
  const written = await deps.write(content, { locale, unsubscribeUrl: await deps.unsubscribeUrl(deps.db, reader) })
  return { ...written, to, ...(name === null ? {} : { toName: name }) }
}
