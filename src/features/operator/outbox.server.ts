// GET /dev/outbox: the mails that were not sent because no SMTP_URL is set, for developers. It is not there in production.
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { FastifyInstance, FastifyReply } from "fastify"
import { z } from "zod"
import { AppError } from "../../core/errors.ts"

/** What the mailer writes (core/mail.server.ts). */
const stored = z.object({
  date: z.string(),
  from: z.string(),
  to: z.string(),
  toName: z.string().optional(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
})
type StoredMail = z.output<typeof stored>

/** A name as the mailer makes it, and so no way out of the folder. */
const FILE = /^\d{4}-[\w.-]{1,60}\.json$/
const MOST_SHOWN = 200
/** A mail may bring styles; it runs nothing, loads nothing and sends nothing. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Adds the pages over the mailer's folder. */
export function registerOutbox(app: FastifyInstance, folder: string): void {
  app.get("/dev/outbox", async (_request, reply) => {
    const names = (await filesIn(folder)).slice(0, MOST_SHOWN)
    const rows = await Promise.all(names.map(async (name) => rowOf(name, await readMail(folder, name))))
    const list = rows.length === 0 ? "<p>There are no mails.</p>" : `<ul>${rows.join("")}</ul>`
    return answer(reply, "Outbox", `<p>Mails are kept here because SMTP_URL is not set. Newest first.</p>${list}`)
  })

  app.get<{ Params: { file: string } }>("/dev/outbox/:file", async (request, reply) => {
    const { file } = request.params
    if (!FILE.test(file)) throw new AppError("not_found")
    const mail = await readMail(folder, file)
    if (!mail) throw new AppError("not_found")
    return answer(reply, mail.subject, mailPage(mail))
  })
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => FILE.test(name)).sort((a, b) => (a < b ? 1 : -1))
}

/** null for a file that is gone, or that is no mail. */
async function readMail(folder: string, file: string): Promise<StoredMail | null> {
  try {
    return stored.parse(JSON.parse(await readFile(join(folder, file), "utf8")))
  } catch {
    return null
  }
}

function rowOf(file: string, mail: StoredMail | null): string {
  if (!mail) return `<li>${escapeHtml(file)} cannot be read.</li>`
  return `<li>${escapeHtml(mail.date)} <a href="/dev/outbox/${escapeHtml(file)}">${escapeHtml(mail.subject)}</a> to ${escapeHtml(mail.to)}</li>`
}

function mailPage(mail: StoredMail): string {
  const facts = {
    Date: mail.date,
    From: mail.from,
    To: mail.toName === undefined ? mail.to : `${mail.toName} <${mail.to}>`,
    ...(mail.replyTo === undefined ? {} : { "Reply-To": mail.replyTo }),
    ...mail.headers,
  }
  const head = Object.entries(facts).map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
  // No script, no form, not our origin; its links open beside it.
  const frame =
    mail.html === undefined
      ? ""
      : `<h2>HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(mail.html)}"></iframe>`
  return `<p><a href="/dev/outbox">All mails</a></p><dl>${head.join("")}</dl>${frame}<h2>Text</h2><pre>${withLinks(mail.text)}</pre>`
}

/** The text escaped, its web addresses as links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join("")
}

function answer(reply: FastifyReply, title: string, body: string) {
  return reply
    .header("cache-control", "no-store")
    .header("content-security-policy", POLICY)
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}dt{float:left;clear:left;width:11rem;font-weight:600}dd{margin:0 0 .25rem 11rem;overflow-wrap:anywhere}pre{white-space:pre-wrap;overflow-wrap:anywhere}iframe{width:100%;height:40rem;border:1px solid;background:#fff}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
    )
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
}
