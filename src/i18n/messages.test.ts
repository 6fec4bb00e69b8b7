import { compileMessage } from "@lingui/message-utils/compileMessage"
import { describe, expect, it, test } from "vitest"
import { loadCatalogs } from "./catalogs.server.ts"
import { LOCALE_CODES } from "./locales.ts"
import { createTranslate, FEATURES, type MessageId, type Messages } from "./messages.ts"

const compile = (texts: Record<string, string>): Messages =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]))

describe("createTranslate", () => {
  const t = createTranslate("en", {
    common: compile({
      "nav.earn": "Earn",
      "paging.pageOf": "Page {page} of {pages}",
      unknown: "{count, plural, one {{text} hour} other {{text} hours}}",
    }),
  })

  test.each<[MessageId, Record<string, string | number> | undefined, string]>([
    ["common:nav.earn", undefined, "Earn"],
    ["common:paging.pageOf", { page: "2", pages: "1,000" }, "Page 2 of 1,000"],
    ["common:unknown", { count: 1, text: "1" }, "1 hour"],
    ["common:unknown", { count: 0, text: "0" }, "0 hours"],
    ["common:paging.pageOf", { page: "<b>", pages: "{x}" }, "Page <b> of {x}"],
  ])("gives %s with %j", (id, values, text) => {
    expect(t(id, values)).toBe(text)
  })

  it("gives the id of a text that is not there, for the tests to find", () => {
    expect(t("lists:earn.title")).toBe("lists:earn.title")
  })

  it("keeps features apart", () => {
    const both = createTranslate("en", { common: compile({ yes: "common" }), offers: compile({ yes: "offers" }) })
    expect([both("common:yes"), both("offers:yes" as MessageId)]).toEqual(["common", "offers"])
  })

  test.each([
    [1, "1 час"],
    [2, "2 часа"],
    [5, "5 часов"],
    [21, "21 час"],
    [111, "111 часов"],
  ])("picks the plural of the language: %s in Russian", (count, text) => {
    const russian = createTranslate("ru", {
      common: compile({ unknown: "{count, plural, one {# час} few {# часа} many {# часов} other {# часа}}" }),
    })
    expect(russian("common:unknown", { count })).toBe(text)
  })

  it("never mixes languages, however they take turns", async () => {
    const texts = LOCALE_CODES.map(
      (locale) => [locale, createTranslate(locale, { common: compile({ yes: locale }) })] as const,
    )
    await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const [locale, translate] = texts[at % texts.length] ?? ["en", t]
        await Promise.resolve()
        expect(translate("common:yes")).toBe(locale)
      }),
    )
  })
})

describe("the catalogues", () => {
  const catalogs = loadCatalogs()

  it("have every feature in every language, compiled, with a hash that differs where the texts do", () => {
    for (const feature of FEATURES) {
      const hashes = LOCALE_CODES.map((locale) => {
        const { messages, hash } = catalogs.messages(locale, feature)
        expect(Object.keys(messages).length, `${locale}/${feature}`).toBeGreaterThan(0)
        expect(hash).toMatch(/^[0-9a-f]{10}$/)
        return `${hash} ${JSON.stringify(messages)}`
      })
      const texts = new Set(hashes.map((line) => line.slice(11)))
      expect(new Set(hashes.map((line) => line.slice(0, 10))).size).toBeGreaterThanOrEqual(texts.size)
    }
  })

  it("carry no function and no source text to browsers: JSON gives the same messages back", () => {
    for (const locale of LOCALE_CODES) {
      const { messages } = catalogs.messages(locale, "offers")
      expect(JSON.parse(JSON.stringify(messages))).toEqual(messages)
    }
  })

  it("translate", () => {
    expect(catalogs.translate("en")("common:yes")).toBe("Yes")
    for (const locale of LOCALE_CODES) expect(catalogs.translate(locale)("common:unknown")).not.toBe("common:unknown")
  })

  it("are the same when they are loaded again", () => {
    const again = loadCatalogs()
    for (const locale of LOCALE_CODES)
      expect(again.messages(locale, "site").hash).toBe(catalogs.messages(locale, "site").hash)
  })
})
