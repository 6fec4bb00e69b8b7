// The texts: same files, keys and placeholders in every language, plural forms of the language, nothing left in English, nothing unused.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage"
import { describe, expect, it, test } from "vitest"
import { LOCALES_DIR } from "../../src/i18n/catalogs.server.ts"
import { LOCALE_CODES, type Locale } from "../../src/i18n/locales.ts"
import { FEATURES } from "../../src/i18n/messages.ts"
import { askedIds, brokenPlurals, isWrittenAlike, placeholdersOf, usedIds } from "./texts.ts"
import { SAME_AS_ENGLISH } from "./same-as-english.ts"
import { isTest, readSources } from "./source-files.ts"

type Texts = Record<string, string>
const read = (locale: string): Texts =>
  Object.fromEntries(
    FEATURES.flatMap((feature) => {
      const file = readFileSync(join(LOCALES_DIR, locale, `${feature}.json`), "utf8")
      return Object.entries(JSON.parse(file) as Texts).map(([key, text]) => [`${feature}:${key}`, text] as const)
    }),
  )
const TEXTS = Object.fromEntries(LOCALE_CODES.map((locale) => [locale, read(locale)])) as Record<Locale, Texts>
const ENGLISH = TEXTS.en
const OTHERS = LOCALE_CODES.filter((locale) => locale !== "en")
const parsed = (text: string): CompiledMessage => {
  try {
    return compileMessageOrThrow(text)
  } catch {
    return []
  }
}

it("there is a folder for each language, and no other", () => {
  expect(readdirSync(LOCALES_DIR).sort()).toEqual([...LOCALE_CODES].sort())
})

describe.each(LOCALE_CODES)("%s", (locale) => {
  const texts = TEXTS[locale]

  it("has a file for each feature, and no other", () => {
    const files = FEATURES.map((feature) => `${feature}.json`)
    expect(readdirSync(join(LOCALES_DIR, locale)).sort()).toEqual(files.sort())
  })

  it("has the keys of English, in the same order, each once", () => {
    expect(Object.keys(texts)).toEqual(Object.keys(ENGLISH))
    for (const feature of FEATURES) {
      const file = readFileSync(join(LOCALES_DIR, locale, `${feature}.json`), "utf8")
      const keys = [...file.matchAll(/^\s*"((?:[^"\\]|\\.)*)"\s*:/gm)].map(([, key]) => key)
      expect(
        keys.filter((key, at) => keys.indexOf(key) !== at),
        feature,
      ).toEqual([])
    }
  })

  it("has texts that are ICU messages, without stray spaces or ends", () => {
    const broken = Object.entries(texts).flatMap(([id, text]) => {
      try {
        compileMessageOrThrow(text)
        return text === text.trim() && text !== "" && !/ {2}|<[a-z]/i.test(text)
          ? []
          : [`${id}: ${JSON.stringify(text)}`]
      } catch (error) {
        return [`${id}: ${String(error)}`]
      }
    })
    expect(broken).toEqual([])
  })

  it("has the placeholders of English, each of its kind", () => {
    const different = Object.keys(ENGLISH).flatMap((id) => {
      const [ours, theirs] = [texts[id] ?? "", ENGLISH[id] ?? ""].map((text) => placeholdersOf(parsed(text)))
      return ours?.join() === theirs?.join() ? [] : [`${id}: ${ours?.join(", ")} instead of ${theirs?.join(", ")}`]
    })
    expect(different).toEqual([])
  })

  it("has the plural forms that its numbers need, and no form of another language", () => {
    const broken = Object.entries(texts).flatMap(([id, text]) =>
      brokenPlurals(parsed(text), locale).map((problem) => `${id}: ${problem}`),
    )
    expect(broken).toEqual([])
  })
})

describe.each(OTHERS)("%s", (locale) => {
  const allowed = new Set([...SAME_AS_ENGLISH.all, ...(SAME_AS_ENGLISH[locale] ?? [])])

  it("has nothing left in English", () => {
    const same = Object.keys(ENGLISH).filter(
      (id) => TEXTS[locale][id] === ENGLISH[id] && !isWrittenAlike(ENGLISH[id] ?? ""),
    )
    expect(same.filter((id) => !allowed.has(id)).map((id) => `${id}: ${ENGLISH[id]}`)).toEqual([])
  })

  it("does not allow a text to be like English that is not", () => {
    const own = SAME_AS_ENGLISH[locale] ?? []
    expect(own.filter((id) => TEXTS[locale][id] !== ENGLISH[id] || SAME_AS_ENGLISH.all.includes(id))).toEqual([])
  })
})

describe("the keys", () => {
  const sources = readSources()
  const code = [...sources].filter(([path]) => !isTest(path) && /\.tsx?$/.test(path)).map(([, text]) => text)
  const { literal, patterns } = usedIds(code)

  it("are all used somewhere", () => {
    const isUsed = (id: string) => literal.has(id) || patterns.some((pattern) => pattern.test(id))
    expect(Object.keys(ENGLISH).filter((id) => !isUsed(id))).toEqual([])
  })

  it("that the code asks for are all there", () => {
    const { literal, patterns } = askedIds(code)
    const missing = [...literal].filter((id) => !Object.hasOwn(ENGLISH, id))
    const empty = patterns.filter((pattern) => !Object.keys(ENGLISH).some((id) => pattern.test(id)))
    expect([...missing, ...empty.map(String)]).toEqual([])
  })
})

describe("the checks can fail", () => {
  const message = (text: string) => compileMessageOrThrow(text)

  test.each([
    ["a placeholder is lost", "Page {page} of {pages}", "Page {page}"],
    ["a placeholder is renamed", "Page {page}", "Seite {seite}"],
    ["a plural is flattened", "{n, plural, one {# day} other {# days}}", "{n} days"],
    ["a choice lost a case", "{k, select, a {x} b {y} other {z}}", "{k, select, a {x} other {z}}"],
  ])("%s", (_what, english, other) => {
    expect(placeholdersOf(message(english))).not.toEqual(placeholdersOf(message(other)))
  })

  test.each<[string, Locale, string, number]>([
    ["Russian without many", "ru", "{n, plural, one {a} few {b} other {c}}", 1],
    ["Russian as in English", "ru", "{n, plural, one {a} other {c}}", 2],
    ["German with few", "de", "{n, plural, one {a} few {b} other {c}}", 1],
    ["Chinese with one", "zh-CN", "{n, plural, one {a} other {c}}", 1],
    ["French in full", "fr", "{n, plural, one {a} many {b} other {c}}", 0],
    ["French for usual numbers", "fr", "{n, plural, one {a} other {c}}", 0],
    ["Russian in full, with a number", "ru", "{n, plural, =0 {z} one {a} few {b} many {c} other {d}}", 0],
    ["inside of another", "ru", "{k, select, a {{n, plural, one {a} other {b}}} other {z}}", 2],
  ])("%s", (_what, locale, text, problems) => {
    expect(brokenPlurals(message(text), locale)).toHaveLength(problems)
  })

  test.each([
    ['t("common:yes")', "common:yes", true],
    ["t(`offers:status.${status}`)", "offers:status.active", true],
    ["t(`offers:status.${status}`)", "offers:statusline", false],
    ["t(`lists:${name}.title` as MessageId)", "lists:earn.title", true],
    ["t(`lists:${name}.title` as MessageId)", "lists:earn.heading", false],
    ["t(`${feature}:chips.label`)", "catalog:chips.label", true],
    ["// a comment about common things", "common:yes", false],
  ])("%s uses %s: %s", (source, id, expected) => {
    const { literal: ids, patterns: shapes } = usedIds([source])
    expect(ids.has(id) || shapes.some((shape) => shape.test(id))).toBe(expected)
  })

  it("knows what is asked for from other words with a colon", () => {
    const { literal, patterns } = askedIds([
      't("offers:none")',
      "t(`lists:${x}.none`)",
      'key("offer:lido")',
      "`${a}:${b}`",
    ])
    expect([[...literal], patterns.map(String)]).toEqual([["offers:none"], ["/^lists:[\\w-]+\\.none$/"]])
  })
})
