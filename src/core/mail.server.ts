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

/** The headers that a mail may bring along. All others are made here, from its other fields. */
export const MAIL_HEADERS = [
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
  "List-Id",
  "Auto-Submitted",
  "X-Auto-Response-Suppress",
] as const
export type MailHeaders = Partial<Record<(typeof MAIL_HEADERS)[number], string>>

export type Mail = {
  /** One address, without a name. */
  to: string
  /** Names may be in any script; they are encoded. */
  toName?: string
  /** Instead of the name in MAIL_FROM. The address stays: mail servers check who may use it. */
  senderName?: string
  replyTo?: string
  subject: string
  text: string
  html?: string
  headers?: MailHeaders
  /** Where the mail is kept; its Message-ID is made of it, so that a mail that is sent twice can be recognised. */
  id?: string
}

export type Mailer = {
  /**
   * Resolves when the server has taken the mail. Throws AppError "bad_request" for what could change the headers, "mail_refused"
   * when the server will never take this mail, and "unavailable" when it may take it later.
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
/** For one mail in all, however slowly the server answers. */
export const SEND_TIMEOUT_MS = 60_000
const CONNECTIONS = 4
/** One address and nothing else: a comma or a line end would add recipients or headers. */
const ADDRESS = /^[^\s\p{Cc}@<>(),;:"\\[\]]{1,64}@[^\s\p{Cc}@<>(),;:"\\[\]]{1,255}$/u
const SENDER = /^(?:(?<name>[^<>]*?)\s*<(?<inBrackets>[^<>]+)>|(?<alone>\S+))$/
/** Would end a line, or turn around what stands beside it. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u
const HEADER_VALUE = /^[\x20-\x7e]{1,900}$/
/** Replies to these are about the mail; all others are about the connection and who we are. */
const ABOUT_THE_MAIL = /^(?:MAIL FROM|RCPT TO|DATA)$/
/** Log in first, or otherwise (RFC 4954): nothing that another mail would do better. */
const ABOUT_LOGGING_IN: readonly (number | undefined)[] = [530, 534, 535, 538]

/** Opens the way out. Throws AppError "invalid_setting" for a sender that is no address. */
export function openMail({ smtpUrl, from, outboxDir, log, clock = systemClock }: MailSettings): Mailer {
  const sender = readSender(from)
  const transport =
    smtpUrl === undefined
      ? null
      : createTransport({
          url: smtpUrl,
          pool: true,
          maxConnections: CONNECTIONS,
          maxRequeues: 1,
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
      checkMail(mail)
      const { id = randomUUID(), toName, senderName, headers, ...rest } = mail
      if (!transport) {
        const now = clock().toISOString()
        const file = join(outboxDir, `${now.replaceAll(":", "-")}-${id.slice(0, 8)}.json`)
        const name = senderName ?? sender.name
        const shown = { date: now, from: name === "" ? sender.address : `${name} <${sender.address}>`, ...rest }
        const more = { ...(toName === undefined ? {} : { toName }), ...(headers ? { headers } : {}) }
        await writeFile(file, `${JSON.stringify({ ...shown, ...more }, null, 2)}\n`, { mode: 0o600 })
        log.info({ file }, "mail put into the outbox: no SMTP_URL is set")
        return
      }
      try {
        await transport.sendMail({
          ...rest,
          from: { ...sender, ...(senderName === undefined ? {} : { name: senderName }) },
          to: { name: toName ?? "", address: mail.to },
          headers: headers ?? {},
          messageId: `<${id}@${sender.address.split("@")[1]}>`,
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        })
      } catch (cause) {
        if (isRefused(cause))
          throw new AppError("mail_refused", { message: "The mail server refuses the mail.", cause })
        throw new AppError("unavailable", { message: "The mail could not be sent.", cause })
      }
    },
    close: () => transport?.close(),
  }
}

/** Throws AppError "bad_request" for addresses, names, a subject or headers that could change what else stands in the head. */
export function checkMail({ to, toName, senderName, replyTo, subject, headers, id }: Mail): void {
  for (const [name, address] of Object.entries({ to, replyTo })) {
    if (address !== undefined && !ADDRESS.test(address)) throw refused(`"${name}" is no single e-mail address.`)
  }
  for (const name of [toName, senderName]) {
    if (name !== undefined && UNSEEN.test(name)) throw refused("A name is one line.")
  }
  if (/\p{Cc}/u.test(subject)) throw refused("A subject is one line.")
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!(MAIL_HEADERS as readonly string[]).includes(name)) throw refused("A mail may not bring such a header.")
    if (!HEADER_VALUE.test(value)) throw refused(`The header ${name} is one line of ASCII.`)
  }
  if (id !== undefined && !/^[\w-]+$/.test(id)) throw refused("The id of a mail is one word.")
}

/** The headers for mails that somebody can end: a link for people, and one click for mail programs (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(url: string): MailHeaders {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
}

/** Whether the server says for good that it does not want this mail. A server that does not let us in may do so tomorrow. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { permanent, command, responseCode } = error as { permanent?: boolean; command?: string; responseCode?: number }
  return permanent === true && ABOUT_THE_MAIL.test(command ?? "") && !ABOUT_LOGGING_IN.includes(responseCode)
}

function readSender(from: string): { name: string; address: string } {
  const { name = "", inBrackets, alone } = SENDER.exec(from.trim())?.groups ?? {}
  const address = inBrackets ?? alone ?? ""
  if (!ADDRESS.test(address) || UNSEEN.test(name)) {
    throw new AppError("invalid_setting", {
      message: `MAIL_FROM must be a sender such as Apyary <no-reply@example.org>, but it is "${from}".`,
    })
  }
  return { name: name.replace(/^"(.*)"$/, "$1"), address }
}

function refused(message: string): AppError {
  return new AppError("bad_request", { message })
}
