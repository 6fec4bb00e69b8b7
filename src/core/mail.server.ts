// Sends mail: over SMTP, or, where no server is set, into files that somebody can look at.
import { randomUUID } from "node:crypto"
import { mkdirSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createTransport } from "nodemailer"
import type { Clock } from "./clock.ts"
import { systemClock } from "./clock.ts"
import { AppError } from "./errors.ts"
import type { Logger } from "./log.server.ts"

export type Mail = { to: string; subject: string; text: string; html?: string; replyTo?: string }

export type Mailer = {
  /**
   * Resolves when the server has taken the mail. Throws AppError "bad_request" for an address or a subject that could change the
   * headers, and "unavailable" when the server does not take it.
   */
  send(mail: Mail): Promise<void>
  close(): void
}

export type MailSettings = {
  /** Such as smtp://user:password@mail.example:587; without it mails become files. */
  smtpUrl: string | undefined
  /** The sender: "Apyary <no-reply@apyary.example>". */
  from: string
  /** Where the files go; it is made when it is missing. */
  outboxDir: string
  log: Logger
  clock?: Clock
}

const TIMEOUT_MS = 10_000
/** One address and nothing else: a comma or a line end would add recipients or headers. */
const ADDRESS = /^[^\s@<>(),;:"\\[\]]{1,64}@[^\s@<>(),;:"\\[\]]{1,255}$/

export function openMail({ smtpUrl, from, outboxDir, log, clock = systemClock }: MailSettings): Mailer {
  const transport =
    smtpUrl === undefined
      ? null
      : createTransport({
          url: smtpUrl,
          connectionTimeout: TIMEOUT_MS,
          greetingTimeout: TIMEOUT_MS,
          socketTimeout: TIMEOUT_MS,
          // What is sent is text of ours, never a file or an address to fetch.
          disableFileAccess: true,
          disableUrlAccess: true,
        })
  if (!transport) mkdirSync(outboxDir, { recursive: true, mode: 0o700 })

  return {
    async send(mail) {
      refuseInjection(mail)
      const message = { from, ...mail }
      if (!transport) {
        const now = clock().toISOString()
        const file = join(outboxDir, `${now.replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.json`)
        await writeFile(file, `${JSON.stringify({ date: now, ...message }, null, 2)}\n`, { mode: 0o600, flag: "wx" })
        log.info({ file }, "mail put into the outbox: no SMTP_URL is set")
        return
      }
      try {
        await transport.sendMail(message)
      } catch (cause) {
        throw new AppError("unavailable", { message: "The mail could not be sent.", cause })
      }
    },
    close: () => transport?.close(),
  }
}

function refuseInjection({ to, replyTo, subject }: Mail): void {
  for (const [name, address] of Object.entries({ to, replyTo })) {
    if (address !== undefined && !ADDRESS.test(address))
      throw new AppError("bad_request", { message: `"${name}" is no single e-mail address.` })
  }
  if (/\p{Cc}/u.test(subject)) throw new AppError("bad_request", { message: "A subject is one line." })
}
