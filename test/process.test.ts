// The process itself: how it starts, refuses to start, is killed, and stops. Real processes on real databases.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, describe, expect, test } from "vitest"
import { NOWHERE } from "./commands.ts"
import { openDatabase } from "../src/core/db/database.server.ts"
import { createEmptyPlace, createTestDb, removeTestDb, TEST_DATABASE_URL, type TestDb } from "./test-db.ts"

const MAIN = resolve(import.meta.dirname, "../src/main.ts")

type Site = { child: ChildProcess; out(): string; err(): string; ended: Promise<number | string | null> }

const running = new Set<ChildProcess>()
const places: TestDb["settings"][] = []
afterEach(async () => {
  for (const child of running) child.kill("SIGKILL")
  const alive = [...running].filter((child) => child.exitCode === null && child.signalCode === null)
  await Promise.all(alive.map((child) => once(child, "exit")))
  running.clear()
  for (const place of places.splice(0)) await removeTestDb(place)
})

async function placeWith(make: () => Promise<TestDb["settings"]>): Promise<TestDb["settings"]> {
  const place = await make()
  places.push(place)
  return place
}

function start(env: Record<string, string>, place?: TestDb["settings"]): Site {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      SERVICES: "worker",
      ...NOWHERE,
      ...(place && { DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) }),
      ...env,
    },
  })
  running.add(child)
  let [out, err] = ["", ""]
  child.stdout?.on("data", (piece: Buffer) => (out += piece))
  child.stderr?.on("data", (piece: Buffer) => (err += piece))
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string | null)
  return { child, out: () => out, err: () => err, ended }
}

async function ready(site: Site): Promise<Site> {
  const isReady = async () => {
    while (!site.out().includes("Apyary is ready")) await sleep(20)
    return "ready"
  }
  const how = await Promise.race([isReady(), site.ended, sleep(30_000, "no answer for 30 s")])
  expect(how, site.err()).toBe("ready")
  return site
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "localhost")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

/** A site with pages in development mode, which needs no build. */
async function startWeb(place: TestDb["settings"]): Promise<{ site: Site; url: string }> {
  const port = await freePort()
  const site = await ready(start({ SERVICES: "web", NODE_ENV: "development", PORT: String(port) }, place))
  return { site, url: `http://localhost:${port}` }
}

async function look(place: TestDb["settings"], query: string): Promise<number> {
  const database = await openDatabase({ ...place, joinRunningSite: true })
  try {
    return Number((await database.sql.unsafe(`select count(*) as n from ${query}`))[0]?.n)
  } finally {
    await database.close()
  }
}

describe("a wrong setting is one sentence, and nothing starts", () => {
  test.each([
    [{ PORT: "abc" }, /^PORT must be a whole number from 0 to 65535, but it is "abc"\.$/],
    [{ PORT: "70000" }, /^PORT must be /],
    [{ SERVICES: "web,mail" }, /^SERVICES must be a comma-separated list of web and worker/],
    [{ NODE_ENV: "prod" }, /^NODE_ENV must be production, development or test/],
    [{ PUBLIC_URL: "apyary.example" }, /^PUBLIC_URL must be an address such as /],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL must be /],
    [{ SOURCE_OKX_URL: "file:///etc/passwd" }, /^SOURCE_OKX_URL must be /],
    [{ DATABASE_URL: "mysql://localhost/x" }, /^DATABASE_URL must be an address such as postgres:/],
    [
      { DATABASE_URL: "postgres://127.0.0.1:9/none" },
      /^The database at 127\.0\.0\.1:9 cannot be used: check DATABASE_URL/,
    ],
    [{ DATA_DIR: "/dev/null/data" }, /^The data folder "\/dev\/null\/data" cannot be written to: /],
  ] as [Record<string, string>, RegExp][])("%j", async (env, sentence) => {
    const site = start(env)
    expect(await site.ended).toBe(1)
    expect(site.err().trim()).toMatch(sentence)
    expect(site.err().trim().split("\n")).toHaveLength(1)
    expect(site.out()).toBe("")
  })
})

describe("a process", () => {
  test("fills an empty place, survives kill -9, and ends with 0 when it is told to", async () => {
    const place = await placeWith(createEmptyPlace)
    const first = await ready(start({}, place))
    const offers = await look(place, "offer")
    expect(offers).toBeGreaterThan(200)
    first.child.kill("SIGKILL")
    expect(await first.ended).toBe("SIGKILL")

    const second = await ready(start({}, place))
    expect(await look(place, "offer")).toBe(offers)
    second.child.kill("SIGTERM")
    expect(await second.ended).toBe(0)
    expect(existsSync(join(place.dataDir, "apyary.lock"))).toBe(false)
    expect(second.err()).toBe("")
  }, 60_000)

  test("killed while it fills an empty place, it completes that at the next start", async () => {
    const place = await placeWith(createEmptyPlace)
    const whole = await placeWith(() => createTestDb("demo"))
    for (const afterMs of [1200, 2500, 3200]) {
      const site = start({}, place)
      await Promise.race([sleep(afterMs), site.ended])
      site.child.kill("SIGKILL")
      await site.ended
    }
    // a killed seeding's claim is waited out
    const last = await ready(start({}, place))
    for (const table of ["offer", "offer_rate", "rate_daily", "currency", "card", "wallet"])
      expect([table, await look(place, table)]).toEqual([table, await look(whole, table)])
    last.child.kill("SIGTERM")
    expect(await last.ended).toBe(0)
  }, 90_000)

  test("finishes a request in flight when it is told to stop, and takes no new one", async () => {
    const place = await placeWith(() => createTestDb("demo"))
    const { site, url } = await startWeb(place)
    const { data } = (await (await fetch(`${url}/api/v1/offers?take=1`)).json()) as { data: { slug: string }[] }
    // Somebody holds the table that the answer needs, so the request stays in flight for as long as the test wants.
    const other = await openDatabase({ ...place, joinRunningSite: true })
    let letGo = () => {}
    const asked = new Promise<void>((done) => {
      letGo = done
    })
    let holding: Promise<unknown> = Promise.resolve()
    await new Promise<void>((isLocked, fail) => {
      holding = other.sql.begin(async (tx) => {
        await tx`lock table rate_daily in access exclusive mode`
        isLocked()
        await asked
      })
      holding.catch(fail)
    })
    const answer = fetch(`${url}/api/v1/offers/${data[0]?.slug}/history`)
    await sleep(500)
    site.child.kill("SIGTERM")
    await expect.poll(() => site.out(), { timeout: 10_000 }).toContain("stopping")
    const isTaken = () =>
      fetch(`${url}/earn`).then(
        ({ status }) => status !== 503,
        () => false,
      )
    await expect.poll(isTaken, { timeout: 5_000 }).toBe(false)
    expect(site.child.exitCode).toBeNull()
    letGo()
    await holding
    const response = await answer
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveProperty("limitedTo")
    expect(await site.ended).toBe(0)
    await other.sql.end({ timeout: 1 })
  }, 60_000)

  test("says in one sentence that its port is taken", async () => {
    const place = await placeWith(() => createTestDb("demo"))
    const taken = createServer().listen(0, "localhost")
    await once(taken, "listening")
    const { port } = taken.address() as AddressInfo
    try {
      const site = start({ SERVICES: "web", NODE_ENV: "development", PORT: String(port) }, place)
      expect(await site.ended).toBe(1)
      expect(site.err().trim()).toBe(`Port ${port} is in use: stop the other program or choose another port with PORT.`)
    } finally {
      taken.close()
    }
  }, 60_000)

  test("without a build, production says what to do", async () => {
    const place = await placeWith(() => createTestDb("demo"))
    if (existsSync(resolve(import.meta.dirname, "../dist/client/manifest.json"))) return
    const site = start({ SERVICES: "web", NODE_ENV: "production", PORT: String(await freePort()) }, place)
    expect(await site.ended).toBe(1)
    expect(site.err()).toContain("npm run build")
  })
})

// What follows differs by database: each kind has its own promise.
if (TEST_DATABASE_URL === undefined) {
  test("a second process on the same data folder is told so and changes nothing; the first goes on", async () => {
    const place = await placeWith(() => createTestDb("demo"))
    const { site, url } = await startWeb(place)
    const before = await look(place, "offer")
    for (const services of ["web", "worker", "web,worker"]) {
      const second = start({ SERVICES: services, NODE_ENV: "development", PORT: String(await freePort()) }, place)
      expect(await second.ended).toBe(1)
      expect(second.err().trim()).toMatch(
        new RegExp(
          `^Another Apyary process \\(pid ${site.child.pid}\\) is using the data folder ".+": stop it first, or `,
        ),
      )
    }
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await look(place, "offer")).toBe(before)
    site.child.kill("SIGTERM")
    expect(await site.ended).toBe(0)
  }, 60_000)
} else {
  test("processes that start at once on an empty database migrate and fill it once, and run beside each other", async () => {
    const place = await placeWith(createEmptyPlace)
    const whole = await placeWith(() => createTestDb("demo"))
    const sites = [start({}, place), start({}, place), start({}, place)]
    for (const site of sites) await ready(site)
    for (const table of ["offer", "rate_daily", "currency", "drizzle.__drizzle_migrations"])
      expect([table, await look(place, table)]).toEqual([table, await look(whole, table)])
    for (const site of sites) site.child.kill("SIGTERM")
    expect(await Promise.all(sites.map(({ ended }) => ended))).toEqual([0, 0, 0])
  }, 90_000)
}
