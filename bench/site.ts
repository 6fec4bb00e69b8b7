// The real site as a process of its own, on loopback and in a data folder that is thrown away.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

const ROOT = resolve(import.meta.dirname, "..")
const START_MS = 60_000

export type Site = { url: string; startedAt: number; stop(): Promise<void> }

/** Starts src/main.ts and waits until it is ready to answer. */
export async function startSite(env: Record<string, string>): Promise<Site> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = startNode("src/main.ts", [], { PORT: `${port}`, HOST: "127.0.0.1", PUBLIC_URL: url, ...env })
  let log = ""
  child.stdout?.on("data", (piece: Buffer) => (log = (log + piece.toString()).slice(-4000)))
  while (performance.now() - startedAt < START_MS) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return { url, startedAt, stop: () => stop(child) }
    await sleep(20)
  }
  await stop(child)
  throw new Error(`the site did not start: ${log}`)
}

/** Runs a file of the project with Node to its end. */
export async function runNode(file: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = startNode(file, args, env)
  const limit = setTimeout(() => child.kill("SIGKILL"), START_MS)
  child.stdout?.pipe(process.stderr)
  const [code] = (await once(child, "close")) as [number | null]
  clearTimeout(limit)
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
}

function startNode(file: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
  process.once("exit", () => child.kill("SIGKILL"))
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, "close")
  child.kill("SIGTERM")
  const limit = setTimeout(() => child.kill("SIGKILL"), 10_000)
  await closed
  clearTimeout(limit)
}

/** A new folder that is gone when this process ends. */
export function throwawayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "apyary-bench-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("no free port")
  return address.port
}
