import { expect, test } from "vitest"
import { slugOfQuery } from "./promo-slug.ts"

test.each([
  ["?promo=autumn-2026", "autumn-2026"],
  ["?utm_source=x&promo=A1", "A1"],
  ["?promo=", null],
  ["?promo=%3Cscript%3E", null],
  ["?promo=a b", null],
  [`?promo=${"x".repeat(121)}`, null],
  ["", null],
])("%s names %s", (query, slug) => {
  expect(slugOfQuery(query)).toBe(slug)
})
