// npm run admin -- <command>: the operator's tools, beside a running site or on their own.
import { systemClock } from "./core/clock.ts"
import { readConfig } from "./core/config.server.ts"
import { openDatabase } from "./core/db/database.server.ts"
import { runAdmin } from "./features/operator/run.server.ts"

process.exitCode = await runAdmin(process.argv.slice(2), {
  open() {
    const { DATA_DIR, DATABASE_URL } = readConfig()
    return openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, joinRunningSite: true })
  },
  clock: systemClock,
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
})
