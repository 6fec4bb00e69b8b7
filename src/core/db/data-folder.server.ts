// One process per data folder: two processes on one PGlite folder lose rows silently (docs/decisions/004), so a lock file names its owner.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
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
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        linkSync(draft, lockPath)
        return { release: () => releaseIfMine(lockPath, mine) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      }
      const owner = readOwner(lockPath)
      if (owner && isAlive(owner)) {
        throw new AppError("data_folder_in_use", {
          message: `Another Apyary process (pid ${owner.pid}) is using the data folder "${folder}": stop it first, or give this one its own folder with DATA_DIR.`,
        })
      }
      removeStale(lockPath, owner)
    }
    throw new AppError("data_folder_in_use", {
      message: `The data folder "${folder}" is being taken by another process: try again.`,
    })
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moves a dead owner's file aside; when a new owner's file was caught instead, it is put back. */
function removeStale(lockPath: string, seen: Owner | null): void {
  const aside = `${lockPath}.stale.${process.pid}`
  try {
    renameSync(lockPath, aside)
  } catch {
    return // somebody else removed it
  }
  const moved = readOwner(aside)
  if (moved && isAlive(moved) && moved.pid !== seen?.pid) {
    try {
      linkSync(aside, lockPath)
    } catch {
      // a third process was faster: its file stands
    }
  }
  rmSync(aside, { force: true })
}

function releaseIfMine(lockPath: string, mine: Owner): void {
  const now = readOwner(lockPath)
  if (now?.pid === mine.pid && now.startedAt === mine.startedAt) rmSync(lockPath, { force: true })
}

function readOwner(path: string): Owner | null {
  try {
    const owner = JSON.parse(readFileSync(path, "utf8")) as Owner
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

/** The process's start in clock ticks since boot, from Linux's /proc; "" where there is none. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const boot = statSync("/proc/1").ctimeMs.toFixed(0)
    return `${boot}:${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`
  } catch {
    return ""
  }
}
