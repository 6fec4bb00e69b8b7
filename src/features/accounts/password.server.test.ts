import { expect, it, test } from "vitest"
import { hashPassword, isPassword } from "./password.server.ts"

it("makes argon2id hashes with a salt of their own", async () => {
  const [one, two] = [await hashPassword("secret1"), await hashPassword("secret1")]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await isPassword("secret1", one)).toBe(true)
  expect(await isPassword("secret1", two)).toBe(true)
})

test.each(["secret2", "secret1 ", "SECRET1", ""])("%j is another password", async (other) => {
  expect(await isPassword(other, await hashPassword("secret1"))).toBe(false)
})

it("takes the same letters in another composition for the same", async () => {
  expect(await isPassword("pa\u0301ss-wort", await hashPassword("p\u00e1ss-wort"))).toBe(true)
})

test.each([
  null,
  "",
  "$argon2id$v=19$m=19456,t=2,p=1$",
  "$argon2id$v=19$m=8,t=1,p=1$YWFhYWFhYWFhYWFhYWFhYQ$YQ",
  "plain",
])("nobody comes in with the hash %j", async (hash) => {
  expect(await isPassword("", hash)).toBe(false)
  expect(await isPassword("plain", hash)).toBe(false)
})
