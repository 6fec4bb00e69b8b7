// Commands of the project as people run them: real processes on the database of a test.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { SOURCE_IDS } from "../src/features/ingest/source.ts"
import type { TestDb } from "./test-db.ts"

/** Nobody listens there: a process under test never asks the real sources. */
export const NOWHERE = Object.fromEntries(
  SOURCE_IDS.map((id) => [`SOURCE_${id.toUpperCase()}_URL`, "http://127.0.0.1:9"]),
)

/** Ends a process at once, as a power cut would, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGKILL")
  await ended
}

/** Starts `node <file> <words>` on a test's database, with no setting but those given. */
export function startCommand(
  file: string,
  place: TestDb["settings"],
  words: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [file, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      ...env,
    },
  })
}

/** Runs it to its end. */
export async function runCommand(...command: Parameters<typeof startCommand>) {
  const child = startCommand(...command)
  let [out, err] = ["", ""]
  child.stdout?.on("data", (piece: Buffer) => (out += piece))
  child.stderr?.on("data", (piece: Buffer) => (err += piece))
  const [code] = (await once(child, "close")) as [number | null]
  return { code, out, err }
}
