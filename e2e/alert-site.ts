// A site of its own with a worker, a mail server on loopback and a folder of offers that a test changes, for journeys over an ingestion.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { SOURCE_IDS } from "../src/features/ingest/source.ts"
import { runCommand } from "../test/commands.ts"
import { type ReceivedMail, testSmtp } from "../test/smtp.ts"
import { createEmptyPlace, removeTestDb } from "../test/test-db.ts"

const ROOT = resolve(import.meta.dirname, "..")
const NOWHERE = Object.fromEntries(SOURCE_IDS.map((id) => [`SOURCE_${id.toUpperCase()}_URL`, "http://127.0.0.1:9"]))
const START_MS = 60_000

export type AlertSite = {
  url: string
  /** Lists an offer of Kraken under this label at this rate, or changes it, as an ingestion brings it. */
  ingestOffer(label: string, ratePercent: number): Promise<void>
  /** The mails that came to an address. */
  mailsTo(address: string): ReceivedMail[]
  stop(): Promise<void>
}

/** Starts the built site; fails when it does not get ready. */
export async function startAlertSite(): Promise<AlertSite> {
  const place = await createEmptyPlace()
  const smtp = await testSmtp()
  const manual = mkdtempSync(join(tmpdir(), "apyary-manual-"))
  cpSync(join(ROOT, "db/seed/manual"), manual, { recursive: true })
  const offers = join(manual, "offers.csv")
  const listed = readFileSync(offers, "utf8")
  const columns = (listed.split("\n").find((line) => line.startsWith("externalId,")) ?? "").split(",")
  const rates = new Map<string, number>()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { ...NOWHERE, NODE_ENV: "production", LOG_LEVEL: "warn", MANUAL_DIR: manual }
  const child = spawn(process.execPath, [join(ROOT, "src/main.ts")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...env,
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: url,
      SERVICES: "web,worker",
      SMTP_URL: smtp.url,
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
    },
  })
  const stop = async () => {
    await end(child)
    await smtp.stop()
    rmSync(manual, { recursive: true, force: true })
    await removeTestDb(place)
  }
  try {
    await ready(url, child)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    stop,
    mailsTo: (address) => smtp.received.filter(({ to }) => to.includes(address)),
    async ingestOffer(label, ratePercent) {
      rates.set(label, ratePercent)
      writeFileSync(offers, listed.endsWith("\n") ? listed : `${listed}\n`)
      for (const [name, rate] of rates) appendFileSync(offers, `${row(columns, name, rate)}\n`)
      const { code, out, err } = await runCommand(join(ROOT, "src/ingest.ts"), place, ["manual"], env)
      if (code !== 0) throw new Error(`the ingestion failed: ${out}${err}`)
    },
  }
}

function row(columns: readonly string[], label: string, ratePercent: number): string {
  const cells: Readonly<Record<string, string>> = {
    externalId: `test:${label}`,
    category: "saving",
    providerKind: "exchange",
    providerSlug: "kraken",
    providerName: "Kraken",
    symbols: "USDC",
    status: "active",
    label,
    sourceUrl: "https://example.org/rates",
    checkedAt: new Date().toISOString().slice(0, 10),
    ratePercent: String(ratePercent),
    rateKind: "apy",
    raw: `${label} ${ratePercent}`,
  }
  return columns.map((column) => cells[column] ?? "").join(",")
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(100)) {
    if (child.exitCode !== null) throw new Error("the site ended")
    const up = await fetch(`${url}/readyz`).catch(() => null)
    if (up?.ok) return
  }
  throw new Error("the site did not start")
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  await ended
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "localhost")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}
