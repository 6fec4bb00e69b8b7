import type { Locale } from "../../i18n/locales.ts"

/** What discovery needs to know of a blog post. Texts are in the post's own language. */
export type DiscoveryPost = {
  slug: string
  /** The language that it is written in; a page may show it in another one. */
  locale: Locale
  title: string
  description: string
  author: string
  /** The day it was published, as "2026-11-20". */
  date: string
  /** As the page shows them. */
  tags: readonly string[]
}

/** The posts that exist in a language; none when there are none. */
export type ListPosts = (locale: Locale) => readonly DiscoveryPost[]
