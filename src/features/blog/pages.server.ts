// The blog: the list of posts, and a post.
import { type QuerySpec, wordCodec, writeQuery } from "../../core/query.ts"
import type { Formats } from "../../i18n/formats.ts"
import { DEFAULT_LOCALE, localePath } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import { href } from "../../routes.ts"
import { definePage, notFound, type PageDefinition } from "../market/page.ts"
import type { BlogData, Neighbour, PostCard, PostData } from "./data.ts"
import { blogFeedPath } from "./feed.ts"
import { localesOfPost, findPost, listEnglishOnly, listPosts, type Post } from "./posts.server.ts"
import { TAGS, type Tag } from "./tags.ts"

type BlogQuery = { tag: Tag | null }
const BLOG_QUERY: QuerySpec<BlogQuery> = { tag: wordCodec(TAGS) }
/** A post with more headings than this gets a table of contents. */
const HEADINGS_WITHOUT_CONTENTS = 4

const tagPath = (tag: Tag | null) => href("blog", null, writeQuery(BLOG_QUERY, { tag }))

const BLOG_PAGE = definePage<BlogQuery, BlogData>({
  features: [],
  query: BLOG_QUERY,
  load({ locale, query: { tag }, t, formats }) {
    const isWanted = (post: Post) => tag === null || post.tags.includes(tag)
    const own = listPosts(locale)
    const english = listEnglishOnly(locale)
    const used = TAGS.filter((word) => [...own, ...english].some(({ tags }) => tags.includes(word)))
    const missing = english.filter(isWanted)
    return {
      status: 200,
      title: t("content:blog.title"),
      description: t("content:blog.description"),
      noindex: tag !== null,
      data: {
        heading: t("content:blog.heading"),
        intro: t("content:blog.description"),
        feed: { label: t("content:blog.feed"), href: blogFeedPath(locale) },
        tags: {
          label: t("content:blog.tags"),
          links: [
            { id: "all", label: t("content:blog.all"), to: tagPath(null), active: tag === null },
            ...used.map((word) => ({
              id: word,
              label: t(`content:tag.${word}`),
              to: tagPath(word),
              active: tag === word,
            })),
          ],
        },
        posts: own.filter(isWanted).map((post) => cardOf(post, t, formats)),
        none: t("content:blog.none"),
        english:
          missing.length > 0
            ? {
                heading: t("content:blog.english.heading"),
                intro: t("content:blog.english.intro"),
                posts: missing.map((post) => cardOf(post, t, formats)),
              }
            : null,
      },
    }
  },
})

function cardOf(post: Post, t: Translate, formats: Formats): PostCard {
  return {
    slug: post.slug,
    title: post.title,
    description: post.description,
    day: post.date,
    date: formats.date(post.date),
    reading: readingOf(post, t, formats),
    tags: post.tags.map((tag) => t(`content:tag.${tag}`)),
  }
}

function readingOf({ minutes }: Post, t: Translate, formats: Formats): string {
  return t("content:blog.reading", { count: minutes, text: formats.number(minutes) })
}

const POST_PAGE = definePage<Record<string, never>, PostData>({
  features: [],
  query: {},
  load({ locale, params: { slug = "" }, t, formats }) {
    const post = findPost(locale, slug)
    if (!post) return notFound(t)
    const isOwn = post.locale === locale
    const own = listPosts(locale)
    const at = own.findIndex((other) => other.slug === slug)
    const neighbour = (other: Post | undefined, label: string): Neighbour | null =>
      at >= 0 && other ? { label, title: other.title, to: href("post", { slug: other.slug }) } : null
    return {
      status: 200,
      title: t("content:post.title", { title: post.title }),
      description: post.description,
      noindex: !isOwn,
      locales: localesOfPost(slug),
      data: {
        path: href("post", { slug }),
        blog: { label: t("content:blog.heading"), to: href("blog") },
        englishNote: isOwn
          ? null
          : {
              text: t("content:post.english"),
              link: t("content:post.englishLink"),
              href: localePath(DEFAULT_LOCALE, href("post", { slug })),
            },
        title: post.title,
        description: post.description,
        author: t("content:post.by", { author: post.author }),
        day: post.date,
        date: formats.date(post.date),
        reading: readingOf(post, t, formats),
        tags: {
          label: t("content:blog.tags"),
          links: post.tags.map((tag) => ({ id: tag, label: t(`content:tag.${tag}`), to: tagPath(tag) })),
        },
        contents:
          post.headings.length > HEADINGS_WITHOUT_CONTENTS
            ? { label: t("content:contents"), headings: post.headings }
            : null,
        html: post.html,
        neighbours: {
          label: t("content:post.more"),
          previous: neighbour(own[at + 1], t("content:post.previous")),
          next: neighbour(own[at - 1], t("content:post.next")),
        },
        feed: { label: t("content:blog.feed"), href: blogFeedPath(locale) },
      },
    }
  },
})

export const BLOG_PAGES: Record<"blog" | "post", PageDefinition> = { blog: BLOG_PAGE, post: POST_PAGE }
