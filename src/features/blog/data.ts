// What the pages of the blog show: finished texts in the page's language.
import type { Heading } from "../../core/markdown.server.ts"

export type PostCard = {
  slug: string
  title: string
  description: string
  day: string
  date: string
  reading: string
  tags: string[]
}

export type BlogData = {
  heading: string
  intro: string
  feed: { label: string; href: string }
  tags: { label: string; links: { id: string; label: string; to: string; active: boolean }[] }
  posts: PostCard[]
  none: string
  /** Posts that exist in English only; null when there are none. */
  english: { heading: string; intro: string; posts: PostCard[] } | null
}

export type Neighbour = { label: string; title: string; to: string }

export type PostData = {
  path: string
  blog: { label: string; to: string }
  /** Set when the text is English and the page is not. */
  englishNote: { text: string; link: string; href: string } | null
  title: string
  description: string
  /** "Apyary · Nov 20, 2026 · 6 min read" in parts. */
  author: string
  day: string
  date: string
  reading: string
  tags: { label: string; links: { id: string; label: string; to: string }[] }
  contents: { label: string; headings: Heading[] } | null
  html: string
  neighbours: { label: string; previous: Neighbour | null; next: Neighbour | null }
  feed: { label: string; href: string }
}
