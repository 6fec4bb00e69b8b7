// Markdown to HTML (spec 5, "User-supplied rich text"): all HTML tags are removed, then markdown is rendered, without heading ids.
// The renderer escapes whatever still looks like a tag, so that removing is for the reader and escaping is for safety.
import MarkdownIt from "markdown-it"
import sanitizeHtml from "sanitize-html"
import { parse } from "yaml"
import { AppError, messageOf } from "./errors.ts"

export type RichTextOptions = {
  /** The site's own address: links to its origin stay in the tab, all others are foreign. */
  publicUrl: string
  /** What becomes of a path of this site, such as a language's prefix; as it is when absent. */
  pathOf?: (path: string) => string
}

export type Heading = { id: string; text: string }
type Env = { options: RichTextOptions; headings: Heading[] | null }

/** Text of others as HTML that is safe to show. */
export function renderRichText(markdown: string, options: RichTextOptions): string {
  return renderer.render(withoutTags(markdown), { options, headings: null } satisfies Env)
}

/** A text of our own: the same rules, and its second-level headings carry ids (part-1, part-2 ...) for a table of contents. */
export function renderDocument(markdown: string, options: RichTextOptions): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  return { html: renderer.render(withoutTags(markdown), { options, headings } satisfies Env), headings }
}

/** Stands for "&" while tags are removed: the sanitizer would decode and encode entities, which code spans then show twice. */
const AMPERSAND = "\uE000"

/** The text without HTML tags; everything else stays to the letter. */
export function withoutTags(markdown: string): string {
  const text = markdown.replaceAll(AMPERSAND, "").replaceAll("&", AMPERSAND)
  return sanitizeHtml(blockQuotes(text, ">", "\uE001"), { allowedTags: [], allowedAttributes: {} })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll("\uE001", ">")
    .replaceAll(AMPERSAND, "&")
}

/** The marks of quotes, which are no ends of tags, put out of the sanitizer's sight. */
function blockQuotes(text: string, from: string, to: string): string {
  return text.replaceAll(to, "").replace(/^[ ]{0,3}(?:> ?)+/gm, (marks) => marks.replaceAll(from, to))
}

const renderer = new MarkdownIt({ html: false, linkify: false, typographer: false })
// Pictures of others would tell their hosts who reads; the content policy refuses them anyway.
renderer.disable("image")
renderer.validateLink = (href) => !/^[^/?#]*:/.test(href) || /^(?:https?|mailto):/i.test(href)

renderer.renderer.rules.link_open = (tokens, at, rules, env, self) => {
  const token = tokens[at]
  if (!token) return ""
  const { options } = env as Env
  const href = String(token.attrGet("href") ?? "")
  token.attrSet("class", "text-link")
  if (isOwn(href, options.publicUrl)) {
    if (href.startsWith("/") && options.pathOf) token.attrSet("href", options.pathOf(href))
  } else {
    token.attrSet("target", "_blank")
    token.attrSet("rel", "noreferrer noopener nofollow")
  }
  return self.renderToken(tokens, at, rules)
}

renderer.renderer.rules.heading_open = (tokens, at, rules, env, self) => {
  const token = tokens[at]
  const { headings } = env as Env
  if (headings && token?.tag === "h2") {
    const id = `part-${headings.length + 1}`
    const text = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join("")
    headings.push({ id, text })
    token.attrSet("id", id)
  }
  return self.renderToken(tokens, at, rules)
}

// The policy allows no style attributes, so alignment is a class. A head without words heads nothing and is a plain cell.
renderer.core.ruler.push("tables", (state) => {
  for (const [at, token] of state.tokens.entries()) {
    if (token.type !== "th_open" && token.type !== "td_open") continue
    const closing = state.tokens[at + 2]
    if (token.type === "th_open" && state.tokens[at + 1]?.content === "" && closing) token.tag = closing.tag = "td"
    const align = /text-align:\s*(right|center)/.exec(String(token.attrGet("style") ?? ""))?.[1]
    token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style")
    if (token.tag === "th") token.attrSet("scope", "col")
    if (align) token.attrSet("class", align === "right" ? "numeric" : "text-center")
  }
})

/** Equal origin: "//evil.com", "https://site.evil.com" and "https://site@evil.com" are foreign. */
function isOwn(href: string, publicUrl: string): boolean {
  if (!/^(?:\/|https?:)/i.test(href) || !URL.canParse(href, publicUrl)) return false
  return new URL(href, publicUrl).origin === new URL(publicUrl).origin
}

/** The parts of a file that begins with YAML between two lines of "---". Throws AppError "internal" with the file's name. */
export function splitFrontMatter(text: string, file: string): { data: unknown; body: string } {
  const found = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text)
  if (!found) throw new AppError("internal", { message: `${file} does not begin with facts between two lines of ---.` })
  try {
    return { data: parse(found[1] ?? ""), body: (found[2] ?? "").trim() }
  } catch (cause) {
    throw new AppError("internal", { message: `${file}: ${messageOf(cause)}`, cause })
  }
}
