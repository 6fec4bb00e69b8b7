// The command that says how the ingestion is.
import { SOURCE_IDS } from "../ingest/source.ts"
import { SOURCES } from "../ingest/sources/registry.ts"
import type { Command } from "./command.ts"
import { healthOf, healthText, type Intervals } from "./health.ts"
import { listSourceHealth } from "./queries.server.ts"

/** The manual source is run by a person, and by the worker only where MANUAL_DIR is set: it is never late. */
const INTERVALS = Object.fromEntries(
  SOURCE_IDS.map((id) => [id, id === "manual" ? null : SOURCES[id].intervalSeconds]),
) as Intervals

export const HEALTH: Command = {
  name: "health",
  about: "Says how the ingestion is: each source's last run, and a verdict; exit code 1 when one needs a look",
  words: [],
  fields: [],
  example: "health --json",
  async run(_input, { db, now }) {
    const health = healthOf(await listSourceHealth(db), INTERVALS, now)
    return { text: healthText(health), json: health, failed: health.verdict === "bad" }
  },
}
