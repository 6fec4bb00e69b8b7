import fc from "fast-check"
import { expect, it, test } from "vitest"
import { slugify } from "./slug.ts"

test.each([
  ["Aave V3", "aave-v3"],
  ["  Crédit   Façade ", "credit-facade"],
  ["İstanbul", "istanbul"],
  ["ﬁnance", "finance"],
  ["USD₮0", "usd-0"],
  ["a--b__c", "a-b-c"],
  ["--x--", "x"],
  ["../../etc/passwd", "etc-passwd"],
  ["<script>", "script"],
  ["比特币", ""],
  ["", ""],
  ["!!!", ""],
  ["x".repeat(300), "x".repeat(100)],
  [`${"x".repeat(99)} y`, "x".repeat(99)],
])("%j becomes %j", (text, slug) => {
  expect(slugify(text)).toBe(slug)
})

it("gives letters, digits and single hyphens inside, at most 100, and stays as it is when done again", () => {
  const word = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[a-zA-Z -]{0,12}$/))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), (words) => {
      const slug = slugify(words.join(" "))
      expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
      expect(slug.length).toBeLessThanOrEqual(100)
      expect(slugify(slug)).toBe(slug)
    }),
    { numRuns: 500 },
  )
})
