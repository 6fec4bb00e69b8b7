// A site of a test's own, with its worker and a real mail server on loopback: for journeys that go on in a mail.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import { NOWHERE } from "../test/commands.ts"
import { type Db, openDatabase } from "../src/core/db/database.server.ts"
import { type ReceivedMail, type TestSmtp, testSmtp } from "../test/smtp.ts"
import { createEmptyPlace, removeTestDb } from "../test/test-db.ts"

const PATIENCE_MS = 60_000

export type OwnSite = {
  url: string
  smtp: TestSmtp
  /** The newest mail to an address whose subject fits; waits for it. */
  mailTo(address: string, subject: RegExp): Promise<ReceivedMail>
  /** Its database, for rows that no visitor can make. */
  withDatabase(act: (db: Db) => Promise<void>): Promise<void>
  /** Runs an operator's command beside the site. */
  admin(...words: string[]): Promise<void>
  stop(): Promise<void>
}

/** Starts the built site. Throws when it does not get ready. */
export async function startOwnSite(given: Record<string, string> = {}): Promise<OwnSite> {
  const place = await createEmptyPlace()
  const smtp = await testSmtp()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    SERVICES: "web,worker",
    PORT: String(port),
    PUBLIC_URL: url,
    SMTP_URL: smtp.url,
    LOG_LEVEL: "error",
    DATA_DIR: place.dataDir,
    ...NOWHERE,
    ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
    ...given,
  }
  const run = (file: string, words: string[]) =>
    spawn(process.execPath, [resolve(import.meta.dirname, "../src", file), ...words], { stdio: "inherit", env })
  const site = run("main.ts", [])
  const stop = async () => {
    await end(site)
    await smtp.stop()
    await removeTestDb(place)
  }
  try {
    await until(async () => {
      if (site.exitCode !== null) throw new Error(`the site ended with ${site.exitCode}`)
      return (await fetch(`${url}/readyz`).catch(() => null))?.ok === true
    }, "the site gets ready")
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    smtp,
    stop,
    async mailTo(address, subject) {
      const find = () =>
        smtp.received.findLast((mail) => mail.to.includes(address) && subject.test(mail.head("Subject") ?? ""))
      await until(async () => find() !== undefined, `a mail to ${address} about ${subject}`)
      return find() as ReceivedMail
    },
    async withDatabase(act) {
      const database = await openDatabase({ ...place, joinRunningSite: true })
      await act(database.db).finally(() => database.close())
    },
    async admin(...words) {
      const [code] = (await once(run("admin.ts", words), "exit")) as [number | null]
      if (code !== 0) throw new Error(`admin ${words.join(" ")} ended with ${code}`)
    },
  }
}

/** The first link in a mail's text that leads to the site. */
export function linkIn(mail: ReceivedMail, site: OwnSite): string {
  const link = mail.text.split(/\s/).find((word) => word.startsWith(site.url) && word.includes("?"))
  if (link === undefined) throw new Error(`no link in: ${mail.text}`)
  return link
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  await ended
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const last = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > last) throw new Error(`waited in vain: ${what}`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "localhost")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, "close")
  return port
}
