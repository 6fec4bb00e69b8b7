import { expect, test } from "vitest"
import { createShelf, documentOf, tagOf } from "./answer.server.ts"

test("a tag is of all parts and where they end", () => {
  expect(tagOf(["a", "b"])).not.toBe(tagOf(["ab"]))
  expect(tagOf(["a", "b"])).toBe(tagOf(["a", "b"]))
  expect(documentOf("text/plain", "x").etag).not.toBe(documentOf("text/plain", "y").etag)
})

test("the shelf makes once for a version, and again after a failure", async () => {
  const shelf = createShelf()
  let made = 0
  const make = () => documentOf("text/plain", String(++made))
  const [first, same] = await Promise.all([shelf.get("a", "1", make), shelf.get("a", "1", make)])
  expect(first).toBe(same)
  expect((await shelf.get("a", "2", make)).bytes.toString()).toBe("2")
  const fail = () => Promise.reject(new Error("no"))
  await expect(shelf.get("a", "3", fail)).rejects.toThrow("no")
  expect((await shelf.get("a", "3", make)).bytes.toString()).toBe("3")
})
