import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openDiskCache } from "./disk-cache.server.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apyary-pictures-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bytesIn = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

test("gives back what was written, byte for byte, and null for what was not", async () => {
  const cache = openDiskCache(join(folder, "made/by/itself"), 1000)
  await cache.write("key", Buffer.from([0, 1, 255]))
  expect(await cache.read("key")).toEqual(Buffer.from([0, 1, 255]))
  expect(await cache.read("other")).toBeNull()
  expect(await openDiskCache(join(folder, "made/by/itself"), 1000).read("key")).not.toBeNull()
})

test.each(["../../escape", "/etc/passwd", "..", "", "a/b", "\0", "x".repeat(10_000), "con", "ключ"])(
  "the key %j leads nowhere but into the folder",
  async (key) => {
    const cache = openDiskCache(join(folder, "inside"), 1000)
    await cache.write(key, Buffer.from("content"))
    expect((await cache.read(key))?.toString()).toBe("content")
    expect(readdirSync(folder)).toEqual(["inside"])
    expect(readdirSync(join(folder, "inside"))).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/)])
  },
)

test("never takes more than its cap, however much is written", async () => {
  const cache = openDiskCache(folder, 1000)
  for (let at = 0; at < 60; at++) {
    await cache.write(`key ${at}`, Buffer.alloc(70))
    expect(bytesIn()).toBeLessThanOrEqual(1000)
  }
  expect(await cache.read("key 59")).not.toBeNull()
  expect(await cache.read("key 0")).toBeNull()
})

test("what was used lately stays", async () => {
  const cache = openDiskCache(folder, 1000)
  for (let at = 0; at < 10; at++) await cache.write(`key ${at}`, Buffer.alloc(100))
  const old = new Date("2020-01-01T00:00:00Z")
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old)
  expect(await cache.read("key 0")).not.toBeNull()
  await cache.write("one more", Buffer.alloc(100))
  expect(await cache.read("key 0")).not.toBeNull()
  expect(await cache.read("one more")).not.toBeNull()
  expect(bytesIn()).toBeLessThanOrEqual(900)
})

test("what is larger than the whole cache is not kept", async () => {
  const cache = openDiskCache(folder, 100)
  await cache.write("small", Buffer.alloc(50))
  await cache.write("large", Buffer.alloc(101))
  expect(await cache.read("large")).toBeNull()
  expect(await cache.read("small")).not.toBeNull()
})

test("files of others are neither counted nor removed, drafts that were left behind are", async () => {
  writeFileSync(join(folder, "letter.txt"), Buffer.alloc(5000))
  const draft = join(folder, `${"a".repeat(40)}.00000000-0000-0000-0000-000000000000`)
  writeFileSync(draft, Buffer.alloc(950))
  utimesSync(draft, new Date(0), new Date(0))
  const cache = openDiskCache(folder, 1000)
  for (let at = 0; at < 20; at++) await cache.write(`key ${at}`, Buffer.alloc(100))
  expect(existsSync(join(folder, "letter.txt"))).toBe(true)
  expect(existsSync(draft)).toBe(false)
})

test("many at once lose nothing and leave no drafts", async () => {
  const cache = openDiskCache(folder, 100_000)
  await Promise.all(
    Array.from({ length: 50 }, (_, at) => cache.write(`key ${at % 10}`, Buffer.from(`content ${at % 10}`))),
  )
  for (let at = 0; at < 10; at++) expect((await cache.read(`key ${at}`))?.toString()).toBe(`content ${at}`)
  expect(readdirSync(folder)).toHaveLength(10)
})

test("a folder that is gone is an empty cache", async () => {
  const cache = openDiskCache(join(folder, "gone"), 1000)
  rmSync(join(folder, "gone"), { recursive: true })
  await cache.write("key", Buffer.from("content"))
  expect(await cache.read("key")).toBeNull()
})
