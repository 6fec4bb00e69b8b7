// Asks GET /api/me/real-apy. All tables of a page that ask at the same time share one question.
import type { Locale } from "../../i18n/locales.ts"
import { personChanged } from "../accounts/use-person.ts"
import type { FigureRows, Figures } from "./figures.ts"

/** What the door takes at once. */
const MAX_SLUGS = 50
const MAX_TEXT = 2000

type Question = { slugs: Set<string>; answer: Promise<Figures> }
const open = new Map<Locale, Question>()

/** The figures of these rows, with their texts in that language. Throws when the server does not give them. */
export function askFigures(rows: FigureRows, locale: Locale): Promise<Figures> {
  let question = open.get(locale)
  if (!question) {
    const wanted = new Set<string>()
    const answer = nextTask().then(() => {
      open.delete(locale)
      return askAll([...wanted], locale)
    })
    question = { slugs: wanted, answer }
    open.set(locale, question)
  }
  // Of what is unknown in words there is no figure either.
  for (const { slug, realApyVerdict } of rows) if (realApyVerdict !== "unknown") question.slugs.add(slug)
  return question.answer
}

const nextTask = () => new Promise((done) => setTimeout(done))

async function askAll(slugs: readonly string[], locale: Locale): Promise<Figures> {
  const parts = await Promise.all(portions(slugs).map((portion) => askOnce(portion, locale)))
  return Object.assign({}, ...parts) as Figures
}

async function askOnce(slugs: string, locale: Locale): Promise<Figures> {
  const response = await fetch(`/api/me/real-apy?slugs=${slugs}&locale=${locale}`)
  // The plan has ended, or the session: the page has to know.
  if (response.status === 401 || response.status === 403) void personChanged()
  if (!response.ok) throw new Error(`${response.status}`)
  return ((await response.json()) as { data: Figures }).data
}

/** Comma-separated lists that the door takes; one for the rows of a page, unless their names are very long. */
export function portions(slugs: readonly string[]): string[] {
  const lists: string[][] = []
  let length = 0
  for (const slug of slugs) {
    const last = lists.at(-1)
    if (last && last.length < MAX_SLUGS && length + 1 + slug.length <= MAX_TEXT) {
      last.push(slug)
      length += 1 + slug.length
    } else {
      lists.push([slug])
      length = slug.length
    }
  }
  return lists.map((list) => list.join())
}
