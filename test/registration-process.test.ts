// Registrations and the death of the process: every account that was acknowledged is there, once, with its mail; none is there by half.
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { openDatabase } from "../src/core/db/database.server.ts"
import { startCommand, NOWHERE, kill } from "./commands.ts"
import { createTestDb, removeTestDb, type TestDb } from "./test-db.ts"

const MAIN = resolve(import.meta.dirname, "../src/main.ts")
const KILLS = 3
const CLIENTS = 4

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

async function startWeb(place: TestDb["settings"]) {
  const port = await freePort()
  const child = startCommand(MAIN, place, [], { ...NOWHERE, SERVICES: "web", PORT: String(port), HOST: "127.0.0.1" })
  cleanUps.push(() => kill(child))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 600; tries++) {
    const up = await fetch(`${url}/readyz`).catch(() => null)
    if (up?.ok) return { child, url }
    await sleep(50)
  }
  throw new Error("the site did not start")
}

async function post(url: string, body: object): Promise<number | null> {
  const headers = { "content-type": "application/json" }
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null)
  return response?.status ?? null
}

test("a kill in the middle loses no acknowledged account and leaves none by half", async () => {
  const place = await createTestDb("empty")
  cleanUps.push(() => removeTestDb(place))
  const acknowledged: string[] = []
  const asked: string[] = []
  const fields = { name: null, password: "correct horse", locale: "en", termsConfirmed: true, privacyConfirmed: true }

  for (let round = 0; round < KILLS; round++) {
    const { child, url } = await startWeb(place)
    let isOver = false
    const client = async (name: string) => {
      for (let n = 0; !isOver && n < 20; n++) {
        const email = `${name}-${n}@example.org`
        asked.push(email)
        if ((await post(`${url}/api/registration`, { ...fields, email })) === 201) acknowledged.push(email)
      }
    }
    const clients = Array.from({ length: CLIENTS }, (_, at) => client(`round${round}-client${at}`))
    const before = acknowledged.length
    while (acknowledged.length < before + 3) await sleep(1)
    await sleep(Math.random() * 60)
    await kill(child)
    isOver = true
    await Promise.all(clients)
  }

  const { url } = await startWeb(place)
  const database = await openDatabase({ ...place, joinRunningSite: true })
  try {
    const rows = await database.sql<
      { email: string; accounts: number; mails: number; choices: number; tokens: number }[]
    >`
      select u.email,
        (select count(*)::int from user_account o where o.email = u.email) as accounts,
        (select count(*)::int from mail m where m.recipient = u.email and m.kind = 'confirmEmail') as mails,
        (select count(*)::int from user_notification n where n.user_id = u.id) as choices,
        (select count(*)::int from user_token t where t.user_id = u.id) as tokens
      from user_account u`
    expect(
      rows.filter((row) => row.accounts !== 1 || row.mails !== 1 || row.choices !== 1 || row.tokens !== 1),
    ).toEqual([])
    const there = new Set(rows.map(({ email }) => email))
    expect(acknowledged.filter((email) => !there.has(email))).toEqual([])
    expect([...there].filter((email) => !asked.includes(email))).toEqual([])
  } finally {
    await database.close()
  }
  expect(await post(`${url}/api/auth/login`, { email: acknowledged.at(-1), password: "correct horse" })).toBe(200)
}, 180_000)
