// Texts of our own in markdown files, such as posts and legal pages: read at start, so that a wrong file stops it with its name.
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { z } from "zod"
import { AppError } from "../../core/errors.ts"
import { splitFrontMatter } from "../../core/markdown.server.ts"
import { isLocale, type Locale, localePath } from "../../i18n/locales.ts"
import { matchRoute } from "../../routes.ts"

export type OwnText<Facts> = { locale: Locale; slug: string; facts: Facts; markdown: string }

const FILE = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/

/** A line of plain text. */
export const line = z.string().trim().min(1).max(300)
/** A day as "2026-11-20". */
export const day = z.iso.date()

/** All <locale>/<slug>.md below a folder. Throws AppError "internal" that names the file and what is wrong with it. */
export function readOwnTexts<Facts>(folder: string, facts: z.ZodType<Facts>): OwnText<Facts>[] {
  return readdirSync(folder).flatMap((locale) => {
    const inside = join(folder, locale)
    if (!isLocale(locale)) throw new AppError("internal", { message: `${nameOf(inside)} is no folder of a language.` })
    return readdirSync(inside).map((name) => {
      const file = nameOf(join(inside, name))
      const slug = FILE.exec(name)?.[1]
      if (!slug) throw new AppError("internal", { message: `${file} is no name such as real-apy.md.` })
      const { data, body } = splitFrontMatter(readFileSync(join(inside, name), "utf8"), file)
      const parsed = facts.safeParse(data)
      if (!parsed.success)
        throw new AppError("internal", { message: `${file}: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}` })
      if (body === "") throw new AppError("internal", { message: `${file} has no text.` })
      return { locale, slug, facts: parsed.data, markdown: body }
    })
  })
}

function nameOf(path: string): string {
  return relative(process.cwd(), path)
}

/** A page of the site gets the language's prefix; other paths (/api, /go) have none. */
export function pathIn(locale: Locale): (path: string) => string {
  return (path) => (matchRoute(path.split(/[?#]/)[0] ?? path) ? localePath(locale, path) : path)
}
