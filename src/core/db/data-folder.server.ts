// One process per data folder: two processes on one PGlite folder lose rows silently (docs/decisions/004), so a lock file names its owner.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { AppError } from "../errors.ts"

export type Owner = { pid: number; startedAt: string; socketPath: string }

export type FolderLock = { release(): void }

const LOCK_FILE = "apyary.lock"

/** The live process that holds the folder, or null when nobody does. */
export function findOwner(folder: string): Owner | null {
  const owner = readOwner(join(folder, LOCK_FILE))
  return owner && isAlive(owner) ? owner : null
}

/**
 * Takes the folder for this process. The file is linked into place whole, so nobody ever reads half of it.
 * Throws AppError "data_folder_in_use" when a live process holds it, "data_folder_unusable" when it cannot be written.
 */
export function lockFolder(folder: string, socketPath: string): FolderLock {
  const lockPath = join(folder, LOCK_FILE)
  const mine: Owner = { pid: process.pid, startedAt: startOf(process.pid), socketPath }
  const draft = `${lockPath}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  } catch (cause) {
    throw new AppError("data_folder_unusable", {
      message: `The data folder "${folder}" cannot be written to: make it writable or point DATA_DIR to another folder.`,
      cause,
    })
  }
  try {
    const holder = take(lockPath, draft)
    if (holder) {
      throw new AppError("data_folder_in_use", {
        message: `Another Apyary process (pid ${holder.pid}) is using the data folder "${folder}": stop it first, or give this one its own folder with DATA_DIR.`,
      })
    }
    return { release: () => releaseIfMine(lockPath, mine) }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** How often somebody who is removing a dead owner's file is waited for, and how long each time. */
const MOST_WAITS = 400
const WAIT_MS = 5

/**
 * Links `draft` to `path`; gives the live owner that was faster, or null when the file is ours now. A dead owner's file is removed
 * only under a lock of its own, in the same way: else two processes that saw it could remove each other's new file and both go on.
 */
function take(path: string, draft: string): Owner | null {
  const removing = `${path}.removing`
  for (let waits = 0; ; ) {
    try {
      linkSync(draft, path)
      return null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    }
    const owner = readOwner(path)
    if (owner && isAlive(owner)) return owner
    const remover = take(removing, draft)
    if (remover) {
      if (waits++ >= MOST_WAITS) return remover
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
      continue
    }
    try {
      if (isLeftBehind(path)) rmSync(path, { force: true })
    } finally {
      rmSync(removing, { force: true })
    }
  }
}

/** true: a file is there that names no live process. Nobody else replaces such a file while `.removing` is ours. */
function isLeftBehind(path: string): boolean {
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch {
    return false
  }
  const owner = parseOwner(text)
  return !owner || !isAlive(owner)
}

function releaseIfMine(lockPath: string, mine: Owner): void {
  const now = readOwner(lockPath)
  if (now?.pid === mine.pid && now.startedAt === mine.startedAt) rmSync(lockPath, { force: true })
}

function readOwner(path: string): Owner | null {
  try {
    return parseOwner(readFileSync(path, "utf8"))
  } catch {
    return null
  }
}

function parseOwner(text: string): Owner | null {
  try {
    const owner = JSON.parse(text) as Owner
    return Number.isInteger(owner.pid) && typeof owner.socketPath === "string" ? owner : null
  } catch {
    return null
  }
}

/** A process id gets reused; the start time tells its next holder from the one that wrote the lock. */
function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false
  }
  const start = startOf(owner.pid)
  return start === "" || owner.startedAt === "" || start === owner.startedAt
}

/**
 * The boot and the process's start in clock ticks since then, from Linux's /proc; "" where there is none. Not the times of files
 * in /proc: those are of when the kernel last made the entry, and change when it needs memory.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    return `${boot}:${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`
  } catch {
    return ""
  }
}
