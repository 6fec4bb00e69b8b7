import { describe, expect, it, test } from "vitest"
import { marketOf } from "../../../test/guards/market-rows.ts"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { LOCALE_CODES, type Locale } from "../../i18n/locales.ts"
import type { PageContext, PageResult } from "../market/page.ts"
import type { BlogData, PostData } from "./data.ts"
import { BLOG_PAGES } from "./pages.server.ts"
import { listEnglishOnly, listPosts } from "./posts.server.ts"

const catalogs = loadCatalogs()
const market = marketOf([])

function context(locale: Locale, wishes: Partial<PageContext<Record<string, unknown>>>) {
  return {
    market,
    now: new Date("2026-11-20T12:00:00Z"),
    locale,
    t: catalogs.translate(locale),
    formats: formatsOf(locale),
    params: {},
    query: {},
    ...wishes,
  } as PageContext<Record<string, unknown>>
}
const blog = async (locale: Locale, tag: string | null = null) =>
  (await BLOG_PAGES.blog.load(context(locale, { query: { tag } }))) as PageResult<BlogData>
const post = async (locale: Locale, slug: string) =>
  (await BLOG_PAGES.post.load(context(locale, { params: { slug } }))) as PageResult<PostData>

describe("the list", () => {
  test.each(LOCALE_CODES)("%s shows its own posts, and those that it lacks apart", async (locale) => {
    const { data, noindex } = await blog(locale)
    expect(noindex).toBe(false)
    expect(data.posts.map(({ slug }) => slug)).toEqual(listPosts(locale).map(({ slug }) => slug))
    expect(data.english?.posts.map(({ slug }) => slug) ?? []).toEqual(listEnglishOnly(locale).map(({ slug }) => slug))
    expect(data.english === null).toBe(listEnglishOnly(locale).length === 0)
  })

  it("is filtered by a topic, which search engines need not list", async () => {
    const { data, noindex } = await blog("en", "cards")
    expect(noindex).toBe(true)
    expect(data.posts.map(({ slug }) => slug)).toEqual(["comparing-crypto-cards"])
    const links = data.tags.links.map(({ id, to, active }) => [id, to, active])
    expect(links).toContainEqual(["all", "/blog", false])
    expect(links).toContainEqual(["cards", "/blog?tag=cards", true])
  })

  it("says so when a language has no post of a topic", async () => {
    const { data } = await blog("de", "cards")
    expect([data.posts, data.english?.posts.length]).toEqual([[], 1])
  })
})

describe("a post", () => {
  it("has its neighbours by date, and a table of contents when it is long", async () => {
    const slugs = listPosts("en").map(({ slug }) => slug)
    for (const [at, slug] of slugs.entries()) {
      const { data, noindex } = await post("en", slug)
      expect(noindex).toBe(false)
      expect(data.neighbours.next?.to).toBe(at === 0 ? undefined : `/blog/${slugs[at - 1]}`)
      expect(data.neighbours.previous?.to).toBe(at === slugs.length - 1 ? undefined : `/blog/${slugs[at + 1]}`)
      const headings = [...data.html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)
      expect(data.contents?.headings.map(({ id }) => id) ?? null).toEqual(headings.length > 4 ? headings : null)
      expect(data.englishNote).toBeNull()
    }
  })

  it("is shown in English, said so and not listed, where its language has none", async () => {
    const [missing] = listEnglishOnly("de")
    if (!missing) return
    const { status, data, noindex } = await post("de", missing.slug)
    expect([status, noindex, data.title]).toEqual([200, true, missing.title])
    expect(data.englishNote?.href).toBe(`/blog/${missing.slug}`)
    expect(data.neighbours).toMatchObject({ previous: null, next: null })
  })

  test.each(["none", "", "../en/real-apy", "real-apy.md", "__proto__"])("%j is not found", async (slug) => {
    expect((await post("en", slug)).status).toBe(404)
  })
})
