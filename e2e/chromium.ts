// The browser of the tests: CHROMIUM_PATH where it is set, else the one that comes as an npm package, unpacked once.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import chromium, { inflate } from "@sparticuz/chromium"

export const CHROMIUM_ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

const ROOT = resolve(import.meta.dirname, "..")
const CACHE = join(ROOT, "node_modules/.cache")

/** Unpacked beside the packages and renamed into place whole: a half-written or somebody else's file in /tmp is never run. */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error("Set CHROMIUM_PATH to an installed Chromium or Chrome: the packaged one is for Linux on x64 only.")
  const packageFile = join(ROOT, "node_modules/@sparticuz/chromium/package.json")
  const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string }
  const folder = join(CACHE, `chromium-${version}`)
  if (existsSync(join(folder, "chromium"))) return join(folder, "chromium")
  mkdirSync(CACHE, { recursive: true })
  const draft = mkdtempSync(join(CACHE, "chromium-draft-"))
  const before = process.env.TMPDIR
  process.env.TMPDIR = draft
  try {
    await chromium.executablePath()
    await inflate(join(ROOT, "node_modules/@sparticuz/chromium/bin/al2023.tar.br"))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  try {
    renameSync(draft, folder)
  } catch {
    rmSync(draft, { recursive: true, force: true })
  }
  return join(folder, "chromium")
}

/** Libraries that came with the packaged browser, for machines that do not have them; {} where it starts without. */
export function chromiumEnv(path: string): Record<string, string> {
  const bundled = join(path, "../al2023/lib")
  const starts = spawnSync(path, ["--version", "--no-sandbox"], { stdio: "ignore" }).status === 0
  return starts || !existsSync(bundled) ? {} : { LD_LIBRARY_PATH: bundled }
}
