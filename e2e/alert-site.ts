// A site of a test's own whose folder of offers the test changes, for journeys over an ingestion.
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { runCommand } from "../test/commands.ts"
import type { ReceivedMail } from "../test/smtp.ts"
import { createEmptyPlace, removeTestDb } from "../test/test-db.ts"
import { startOwnSite } from "./own-site.ts"

const ROOT = resolve(import.meta.dirname, "..")

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
  const manual = mkdtempSync(join(tmpdir(), "apyary-manual-"))
  cpSync(join(ROOT, "db/seed/manual"), manual, { recursive: true })
  const offers = join(manual, "offers.csv")
  const listed = readFileSync(offers, "utf8")
  const columns = (listed.split("\n").find((line) => line.startsWith("externalId,")) ?? "").split(",")
  const rates = new Map<string, number>()
  const remove = async () => {
    rmSync(manual, { recursive: true, force: true })
    await removeTestDb(place)
  }
  const site = await startOwnSite({
    MANUAL_DIR: manual,
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
  }).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return {
    url: site.url,
    mailsTo: (address) => site.smtp.received.filter(({ to }) => to.includes(address)),
    async stop() {
      await site.stop()
      await remove()
    },
    async ingestOffer(label, ratePercent) {
      rates.set(label, ratePercent)
      writeFileSync(offers, listed.endsWith("\n") ? listed : `${listed}\n`)
      for (const [name, rate] of rates) appendFileSync(offers, `${row(columns, name, rate)}\n`)
      const { code, out, err } = await runCommand(join(ROOT, "src/ingest.ts"), place, ["manual"], {
        MANUAL_DIR: manual,
        NODE_ENV: "production",
      })
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
