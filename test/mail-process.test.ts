// Mails and the death of processes: what was committed arrives, whoever dies when.
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { afterEach, expect, test, vi } from "vitest"
import { openDatabase } from "../src/core/db/database.server.ts"
import { enqueueMail, listMails } from "../src/core/mail-queue.server.ts"
import { startCommand, NOWHERE, kill } from "./commands.ts"
import { type TestSmtp, testSmtp } from "./smtp.ts"
import { createTestDb, removeTestDb, type TestDb } from "./test-db.ts"

const SRC = resolve(import.meta.dirname, "../src")
const MAIL = { kind: "test", to: "ann@x.org", subject: "Hello", text: "Text" }
const PATIENCE = { timeout: 30_000, interval: 50 }

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function setUp(): Promise<{ place: TestDb["settings"]; smtp: TestSmtp; startWorker: () => ChildProcess }> {
  const place = await createTestDb("demo")
  cleanUps.push(() => removeTestDb(place))
  const smtp = await testSmtp()
  cleanUps.push(() => smtp.stop())
  const startWorker = () => {
    const env = { ...NOWHERE, SERVICES: "worker", SMTP_URL: smtp.url, LOG_LEVEL: "silent" }
    const child = startCommand(resolve(SRC, "main.ts"), place, [], env)
    cleanUps.push(() => kill(child))
    return child
  }
  return { place, smtp, startWorker }
}

async function inDatabase<Result>(
  place: TestDb["settings"],
  act: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ ...place, joinRunningSite: true })
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}

test("a process that dies right after its commit has its mail sent by the next one", async () => {
  const { place, smtp, startWorker } = await setUp()
  const module = (path: string) => JSON.stringify(pathToFileURL(resolve(SRC, path)).href)
  const script = `import { openDatabase } from ${module("core/db/database.server.ts")}
    import { enqueueMail } from ${module("core/mail-queue.server.ts")}
    const { db } = await openDatabase(${JSON.stringify(place)})
    await db.transaction((tx) => enqueueMail(tx, ${JSON.stringify(MAIL)}, new Date()))
    process.kill(process.pid, "SIGKILL")`
  const file = join(mkdtempSync(join(tmpdir(), "apyary-script-")), "write.mjs")
  writeFileSync(file, script)
  cleanUps.push(() => rmSync(dirname(file), { recursive: true }))
  const child = startCommand(file, place, [])
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"])

  startWorker()
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), PATIENCE)
  expect(smtp.received[0]).toMatchObject({ to: ["ann@x.org"] })
}, 90_000)

test("a worker that is killed while it sends leaves the mail to the next one, and SIGTERM waits for what is on its way", async () => {
  const { place, smtp, startWorker } = await setUp()
  smtp.hang(true)
  const id = await inDatabase(place, ({ db }) => enqueueMail(db, MAIL, new Date()))
  const first = startWorker()
  await vi.waitFor(() => expect(smtp.held()).toBe(1), PATIENCE)
  await kill(first)
  smtp.hang(false)
  // Its lease would hold for minutes: the clock of the test does not wait for it.
  await inDatabase(place, ({ sql }) => sql`update mail set next_attempt_at = ${new Date().toISOString()}`)

  const second = startWorker()
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), PATIENCE)
  expect(smtp.received[0]?.head("Message-ID")).toMatch(new RegExp(`^<${id}@`))
  const ended = once(second, "exit")
  second.kill("SIGTERM")
  expect(await ended).toEqual([0, null])
  const rows = await inDatabase(place, ({ db }) => listMails(db, null, 10))
  expect(rows).toMatchObject([{ id, status: "sent", attempts: 2 }])
}, 90_000)
