import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterEach, beforeEach, describe, expect, it, test } from "vitest"
import { AppError } from "../errors.ts"
import { findOwner, lockFolder, type Owner } from "./data-folder.server.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apyary-lock-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const BOOT_ID = "/proc/sys/kernel/random/boot_id"
const lockFile = (inside = folder) => join(inside, "apyary.lock")
const readLock = () => JSON.parse(readFileSync(lockFile(), "utf8")) as Owner
const writeLock = (owner: unknown, inside = folder) => writeFileSync(lockFile(inside), JSON.stringify(owner))
/** A process that has just ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", "0"]).pid
const errorOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error as AppError
  }
  throw new Error("it did not throw")
}

describe("lockFolder", () => {
  it("makes the folder for this user alone and names the owner in a file that only this user reads", () => {
    const made = join(folder, "deep", "data")
    lockFolder(made, "/run/socket")
    expect(statSync(made).mode & 0o777).toBe(0o700)
    expect(statSync(lockFile(made)).mode & 0o777).toBe(0o600)
    expect(findOwner(made)).toMatchObject({ pid: process.pid, socketPath: "/run/socket" })
  })

  it("refuses a second owner with a sentence that names the first, and changes nothing", () => {
    lockFolder(folder, "/run/first")
    const before = readFileSync(lockFile(), "utf8")
    const error = errorOf(() => lockFolder(folder, "/run/second"))
    expect(error).toMatchObject({ code: "data_folder_in_use" })
    expect(error.message).toContain(`pid ${process.pid}`)
    expect(error.message).toContain("DATA_DIR")
    expect(readFileSync(lockFile(), "utf8")).toBe(before)
    expect(readdirSync(folder)).toEqual(["apyary.lock"])
  })

  it("is free again after its release", () => {
    lockFolder(folder, "/run/first").release()
    expect(findOwner(folder)).toBeNull()
    lockFolder(folder, "/run/second")
    expect(readLock().socketPath).toBe("/run/second")
  })

  it("is released by its owner only", () => {
    const lock = lockFolder(folder, "/run/first")
    writeLock({ pid: process.ppid, startedAt: "", socketPath: "/run/other" })
    lock.release()
    expect(readLock().pid).toBe(process.ppid)
  })

  it("can be released twice, without taking the lock from the next owner", () => {
    const lock = lockFolder(folder, "/run/first")
    lock.release()
    writeLock({ pid: process.ppid, startedAt: "", socketPath: "/run/other" })
    lock.release()
    expect(existsSync(lockFile())).toBe(true)
  })

  test.each([
    ["of a dead process", () => ({ pid: deadPid(), startedAt: "", socketPath: "/run/dead" })],
    [
      "of a process id that a later process got",
      () => ({ pid: process.ppid, startedAt: "1:1", socketPath: "/run/dead" }),
    ],
    ["that is no owner", () => ({ pid: "1", socketPath: 5 })],
    ["that is null", () => null],
  ])("takes over a lock %s", (_what, owner) => {
    writeLock(owner())
    expect(findOwner(folder)).toBeNull()
    lockFolder(folder, "/run/mine")
    expect(readLock()).toMatchObject({ pid: process.pid, socketPath: "/run/mine" })
    expect(readdirSync(folder)).toEqual(["apyary.lock"])
  })

  it("takes over a lock file that is no JSON", () => {
    writeFileSync(lockFile(), "{")
    lockFolder(folder, "/run/mine")
    expect(readLock().pid).toBe(process.pid)
  })

  it("does not take over the lock of a live process of which no start is known", () => {
    writeLock({ pid: process.ppid, startedAt: "", socketPath: "/run/alive" })
    expect(errorOf(() => lockFolder(folder, "/run/mine")).message).toContain(`pid ${process.ppid}`)
    expect(findOwner(folder)?.socketPath).toBe("/run/alive")
  })

  it("says in a sentence when the folder cannot be written", () => {
    const file = join(folder, "file")
    writeFileSync(file, "")
    const error = errorOf(() => lockFolder(join(file, "data"), "/run/mine"))
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: "data_folder_unusable" })
    expect(error.message).toContain("DATA_DIR")
    chmodSync(file, 0o600)
  })

  it.each(existsSync(BOOT_ID) ? [BOOT_ID] : [])(
    "tells its process by the boot of %s, which no lack of memory changes",
    (file) => {
      lockFolder(folder, "/run/mine")
      expect(readLock().startedAt).toMatch(new RegExp(`^${readFileSync(file, "utf8").trim()}:\\d+$`))
    },
  )

  it("knows its own process again, whoever asks", () => {
    lockFolder(folder, "/run/mine")
    const { stdout } = spawnSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `${IMPORT}; process.stdout.write(String(findOwner(${JSON.stringify(folder)})?.pid))`,
      ],
      { encoding: "utf8" },
    )
    expect(stdout).toBe(String(process.pid))
  })
})

const MODULE = join(import.meta.dirname, "data-folder.server.ts")
const IMPORT = `import { findOwner, lockFolder } from ${JSON.stringify(MODULE)}`
const ROUNDS = 40
const RACERS = 5

/** Goes for one folder after the other at agreed moments, keeps what it gets, and tells at the end. */
const RACER = `${IMPORT}
process.stdout.write("ready\\n")
process.stdin.once("data", (data) => {
  const { folders, start, pause } = JSON.parse(data)
  const won = folders.map((folder, round) => {
    while (Date.now() < start + round * pause);
    try {
      lockFolder(folder, "/run/socket")
      return true
    } catch (error) {
      if (error.code !== "data_folder_in_use") return error.message
      return false
    }
  })
  process.stdout.write(JSON.stringify(won) + "\\n")
})
process.stdin.on("end", () => process.exit())`

describe("several processes at once", () => {
  test.each([
    ["on a free folder", () => undefined],
    ["on the lock of a dead process", (pid: number) => ({ pid, startedAt: "", socketPath: "/run/dead" })],
  ])("exactly one wins: %s", async (_what, ownerOf) => {
    const dead = deadPid() ?? 0
    const folders = Array.from({ length: ROUNDS }, (_, round) => join(folder, String(round)))
    for (const inside of folders) {
      mkdirSync(inside)
      const owner = ownerOf(dead)
      if (owner) writeLock(owner, inside)
    }
    const racers = Array.from({ length: RACERS }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", RACER], { stdio: ["pipe", "pipe", "inherit"] }),
    )
    try {
      const lines = racers.map((racer) => createInterface({ input: racer.stdout }))
      await Promise.all(lines.map((line) => once(line, "line")))
      const results = lines.map((line) => once(line, "line"))
      const race = JSON.stringify({ folders, start: Date.now() + 50, pause: 10 })
      for (const racer of racers) racer.stdin.write(race)
      const won = (await Promise.all(results)).map(([text]) => JSON.parse(String(text)) as (boolean | string)[])
      const winners = folders.map((_, round) => won.filter((racer) => racer[round] === true).length)
      expect(won.flat().filter((result) => typeof result === "string")).toEqual([])
      expect(winners).toEqual(folders.map(() => 1))
      for (const inside of folders) expect(readdirSync(inside)).toEqual(["apyary.lock"])
    } finally {
      for (const racer of racers) racer.stdin.end()
    }
  })
})
