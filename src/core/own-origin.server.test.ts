import { expect, test } from "vitest"
import { isForeign, isFromOwnPage } from "./own-origin.server.ts"

const PUBLIC = "https://apyary.test"

test.each<[string, Record<string, string>, boolean]>([
  ["nothing said", {}, false],
  ["the own origin", { origin: PUBLIC }, false],
  ["the own origin, said twice", { origin: PUBLIC, "sec-fetch-site": "same-origin" }, false],
  ["the host that was asked", { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }, false],
  ["typed by a person", { "sec-fetch-site": "none" }, false],
  ["another site", { origin: "https://evil.example", host: "apyary.test" }, true],
  ["another port", { origin: "http://127.0.0.1:3001", host: "127.0.0.1:3000" }, true],
  ["a part of the name", { origin: "https://apyary.test.evil.example", host: "apyary.test" }, true],
  ["a hidden origin", { origin: "null", host: "apyary.test" }, true],
  ["another site, without an origin", { "sec-fetch-site": "cross-site" }, true],
  ["a sister site", { "sec-fetch-site": "same-site", host: "apyary.test" }, true],
  ["the own origin, from another site", { origin: PUBLIC, "sec-fetch-site": "cross-site" }, true],
])("%s", (_what, headers, foreign) => {
  expect(isForeign({ headers }, PUBLIC)).toBe(foreign)
})

test.each<[string, Record<string, string>, boolean]>([
  ["nothing said", {}, false],
  ["typed by a person", { "sec-fetch-site": "none" }, false],
  ["the own origin", { origin: PUBLIC }, true],
  ["the same origin, without its name", { "sec-fetch-site": "same-origin" }, true],
  ["the host that was asked", { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }, true],
  ["another site", { origin: "https://evil.example", host: "apyary.test" }, false],
  ["the own origin, from another site", { origin: PUBLIC, "sec-fetch-site": "cross-site" }, false],
  ["a hidden origin", { origin: "null", host: "apyary.test" }, false],
])("a page of the site: %s", (_what, headers, own) => {
  expect(isFromOwnPage({ headers }, PUBLIC)).toBe(own)
})
