import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, test } from "vitest"
import { withoutTags } from "../../core/markdown.server.ts"
import { readQuery } from "../../core/query.ts"
import { LOCALE_CODES, splitLocale } from "../../i18n/locales.ts"
import { matchRoute } from "../../routes.ts"
import { OFFER_QUERY_SPEC } from "../offers/query.ts"
import { findPost, listEnglishOnly, listPosts, localesOfPost, readingMinutes, readPosts } from "./posts.server.ts"

const ALL = LOCALE_CODES.flatMap((locale) => listPosts(locale))
const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"))

describe("the posts", () => {
  it("are at least six in English, and two of them in every language", () => {
    expect(listPosts("en").length).toBeGreaterThanOrEqual(6)
    const everywhere = listPosts("en").filter(({ slug }) => localesOfPost(slug).length === LOCALE_CODES.length)
    expect(everywhere.length).toBeGreaterThanOrEqual(2)
  })

  it("are newest first", () => {
    const days = listPosts("en").map(({ date }) => date)
    expect(days).toEqual([...days].sort().reverse())
  })

  test.each(ALL.map((post) => [`${post.locale}/${post.slug}`, post] as const))("%s", (_name, post) => {
    // Nothing that looks like a tag is lost, and every link leads somewhere.
    expect(withoutTags(post.markdown)).toBe(post.markdown)
    expect(post.html).not.toMatch(/<h1|style=/)
    const links = linksOf(post.html)
    for (const link of links.filter((href) => !href.startsWith("https://"))) {
      const [address = "", search = ""] = link.split("?")
      const { locale, path } = splitLocale(address)
      expect(locale, link).toBe(post.locale)
      const route = matchRoute(path)
      expect(route, link).not.toBeNull()
      if (route?.name === "post") expect(findPost("en", route.params.slug ?? ""), link).toBeDefined()
      if (search !== "") expect(readQuery(OFFER_QUERY_SPEC, new URLSearchParams(search)).problems, link).toEqual([])
    }
    expect(links.length).toBeGreaterThan(0)
    expect(post.minutes).toBeGreaterThan(1)
  })

  test.each(ALL.filter(({ locale }) => locale !== "en").map((post) => [`${post.locale}/${post.slug}`, post] as const))(
    "%s has the parts, links and tables of the English post",
    (_name, post) => {
      const english = findPost("en", post.slug)
      const shape = (html = "") =>
        ["h2", "h3", "a", "table", "tr", "ul", "ol", "li"].map((tag) => html.split(`<${tag}`).length)
      expect(shape(post.html)).toEqual(shape(english?.html))
      expect([post.date, post.tags]).toEqual([english?.date, english?.tags])
      expect(post.title).not.toBe(english?.title)
    },
  )

  it("fall back to English, with links that stay in the language", () => {
    const [missing] = listEnglishOnly("de")
    if (!missing) return
    const post = findPost("de", missing.slug)
    expect(post?.locale).toBe("en")
    const own = linksOf(post?.html ?? "").filter((href) => href.startsWith("/"))
    expect(own.length).toBeGreaterThan(0)
    expect(own.every((href) => href.startsWith("/de/"))).toBe(true)
    expect(findPost("de", "none")).toBeUndefined()
    expect(findPost("en", "../../../package")).toBeUndefined()
  })
})

describe("a wrong file stops the start with its name", () => {
  const GOOD = "---\ntitle: A\ndescription: B\nauthor: C\ndate: 2026-11-20\ntags: [rates]\n---\n\nText"
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "apyary-posts-"))
    mkdirSync(join(folder, "en"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it("and a right one is read", () => {
    writeFileSync(join(folder, "en/one.md"), GOOD)
    expect(readPosts(folder)).toMatchObject([{ slug: "one", locale: "en", title: "A", date: "2026-11-20", minutes: 1 }])
  })

  test.each([
    ["en/one.md", "no front matter", /one\.md/],
    ["en/one.md", GOOD.replace("title: A\n", ""), /one\.md.*title/],
    ["en/one.md", GOOD.replace("2026-11-20", "2026-02-30"), /one\.md.*date/],
    ["en/one.md", GOOD.replace("[rates]", "[gossip]"), /one\.md.*tags/],
    ["en/one.md", GOOD.replace("author: C", "author: C\nimage: x.png"), /one\.md.*image/],
    ["en/one.md", GOOD.replace("Text", ""), /one\.md has no text/],
    ["en/One Post.md", GOOD, /One Post\.md/],
    ["en/one.txt", GOOD, /one\.txt/],
  ])("%s: %j", (name, text, message) => {
    writeFileSync(join(folder, name), text)
    expect(() => readPosts(folder)).toThrow(message)
  })

  it("also a folder of no language", () => {
    mkdirSync(join(folder, "xx"))
    expect(() => readPosts(folder)).toThrow(/xx is no folder of a language/)
  })
})

describe("reading time", () => {
  test.each([
    ["", 1],
    ["word ".repeat(219), 1],
    ["word ".repeat(660), 3],
    ["слово ".repeat(440), 2],
    ["字".repeat(1200), 3],
    [`${"字".repeat(400)} ${"word ".repeat(220)}`, 2],
  ])("%#", (text, minutes) => {
    expect(readingMinutes(text)).toBe(minutes)
  })
})
