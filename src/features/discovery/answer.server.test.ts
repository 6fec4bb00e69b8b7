import { expect, test } from "vitest"
import { createShelf, documentOf, namesTag, tagOf, takesGzip } from "./answer.server.ts"

test.each([
  [undefined, false],
  ["", false],
  ['W/"abc"', true],
  ['"abc"', true],
  ['"x", W/"abc"', true],
  ['W/"abc","x"', true],
  ["*", true],
  ['"abcd"', false],
  ["abc", false],
])("If-None-Match %j: %s", (header, expected) => {
  expect(namesTag(header, 'W/"abc"')).toBe(expected)
})

test.each([
  [undefined, false],
  ["", false],
  ["gzip", true],
  ["GZIP", true],
  ["br, gzip;q=0.8", true],
  ["gzip; q=1.0", true],
  ["*", true],
  ["gzip;q=0", false],
  ["gzip; q=0.000", false],
  ["gzip;q=0.5", true],
  ["xgzip", false],
  ["identity", false],
])("Accept-Encoding %j takes gzip: %s", (header, expected) => {
  expect(takesGzip(header)).toBe(expected)
})

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
