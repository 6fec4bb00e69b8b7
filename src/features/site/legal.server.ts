// Terms, privacy and disclaimer: markdown files, legal/<locale>/<name>.md, in which {operator} and {contact} come from the settings.
import { join } from "node:path"
import { z } from "zod"
import { type Heading, renderDocument, withoutTags } from "../../core/markdown.server.ts"
import { type Locale, localePath } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import { href } from "../../routes.ts"
import { day, line, pathIn, readOwnTexts } from "../blog/own-text.server.ts"

export type SiteSettings = {
  /** The site's own address. */
  publicUrl: string
  /** Who runs the site, as the law wants it; undefined while nobody said so. */
  operatorName?: string | undefined
  /** An e-mail address, an address on the web, or any other words; undefined: the contact page. */
  operatorContact?: string | undefined
}

export const LEGAL_NAMES = ["terms", "privacy", "disclaimer"] as const
export type LegalName = (typeof LEGAL_NAMES)[number]

export type LegalText = { title: string; updated: string; html: string; headings: Heading[] }

export const LEGAL_DIR = join(import.meta.dirname, "legal")
const TEXTS = readOwnTexts(LEGAL_DIR, z.strictObject({ title: line, updated: day }))

/** A legal text in a language, with the operator's name and contact put in. */
export function legalText(name: LegalName, locale: Locale, t: Translate, settings: SiteSettings): LegalText {
  const text = TEXTS.find((one) => one.slug === name && one.locale === locale)
  if (!text) throw new Error(`legal/${locale}/${name}.md is missing`)
  const operator = settings.operatorName ? plain(settings.operatorName) : null
  const markdown = text.markdown
    // Alone on its line it is an imprint, within a sentence a name.
    .replace(/^\{operator\}$/gm, () => operator ?? plain(t("content:legal.noOperator")))
    .replaceAll("{operator}", () => operator ?? "Apyary")
    .replaceAll("{contact}", () => contactLink(settings, locale))
  const { publicUrl } = settings
  return { ...text.facts, ...renderDocument(markdown, { publicUrl, pathOf: pathIn(locale) }) }
}

/** As a link where it is one. The contact page is named by its address, which needs no grammar in any language. */
function contactLink({ operatorContact, publicUrl }: SiteSettings, locale: Locale): string {
  const contact = operatorContact?.trim()
  if (!contact) {
    const page = href("contact")
    return `[${plain(new URL(publicUrl).host + localePath(locale, page))}](${page})`
  }
  if (/^[^\s@<>()]+@[^\s@<>()]+$/.test(contact)) return `[${plain(contact)}](mailto:${contact})`
  if (/^https?:\/\/[^\s<>()]+$/.test(contact)) return `[${plain(contact)}](${contact})`
  return plain(contact)
}

/** Words in which no character means anything to markdown. */
function plain(words: string): string {
  return withoutTags(words)
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[!-/:-@[-`{-~]/g, "\\$&")
}
