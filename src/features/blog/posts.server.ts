// The posts: markdown files, posts/<locale>/<slug>.md.
import { join } from "node:path"
import { z } from "zod"
import { type Heading, renderDocument } from "../../core/markdown.server.ts"
import { DEFAULT_LOCALE, type Locale } from "../../i18n/locales.ts"
import { day, line, pathIn, readOwnTexts } from "./own-text.server.ts"
import { TAGS, type Tag } from "./tags.ts"

export type Post = {
  slug: string
  locale: Locale
  title: string
  description: string
  author: string
  /** "2026-11-20" */
  date: string
  tags: Tag[]
  markdown: string
  /** Links to our own pages are paths with the language's prefix. */
  html: string
  headings: Heading[]
  /** Minutes that reading takes. */
  minutes: number
}

/** Our own posts link to our own pages by path alone, so that any other address is foreign. */
const NO_ADDRESS = "https://apyary.invalid"
const WORDS_A_MINUTE = 220
const HAN_A_MINUTE = 400

const facts = z.strictObject({
  title: line,
  description: line,
  author: line,
  date: day,
  tags: z.array(z.enum(TAGS)).min(1),
})

/** The posts of a folder, newest first. Throws AppError "internal" that names a wrong file. */
export function readPosts(folder: string): Post[] {
  return readOwnTexts(folder, facts)
    .map(({ locale, slug, facts: own, markdown }) => ({
      slug,
      locale,
      ...own,
      markdown,
      ...rendered(markdown, locale),
      minutes: readingMinutes(markdown),
    }))
    .sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))
}

function rendered(markdown: string, locale: Locale) {
  return renderDocument(markdown, { publicUrl: NO_ADDRESS, pathOf: pathIn(locale) })
}

/** Whole minutes, at least one. Chinese is counted by characters, everything else by words. */
export function readingMinutes(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.replace(/\p{Script=Han}/gu, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(han / HAN_A_MINUTE + words / WORDS_A_MINUTE))
}

export const POSTS_DIR = join(import.meta.dirname, "posts")
const POSTS = readPosts(POSTS_DIR)

/** The posts of a language, newest first. */
export function listPosts(locale: Locale): Post[] {
  return POSTS.filter((post) => post.locale === locale)
}

/** The posts that a language lacks and English has, newest first. */
export function listEnglishOnly(locale: Locale): Post[] {
  const own = new Set(listPosts(locale).map(({ slug }) => slug))
  return listPosts(DEFAULT_LOCALE).filter(({ slug }) => !own.has(slug))
}

/** The languages that a post exists in. */
export function localesOfPost(slug: string): Locale[] {
  return POSTS.filter((post) => post.slug === slug).map(({ locale }) => locale)
}

/** The post in a language, else in English with links to pages in that language, else undefined. */
export function findPost(locale: Locale, slug: string): Post | undefined {
  const inLanguage = (code: Locale) => POSTS.find((post) => post.locale === code && post.slug === slug)
  const own = inLanguage(locale)
  const english = inLanguage(DEFAULT_LOCALE)
  return own ?? (english && { ...english, ...rendered(english.markdown, locale) })
}
