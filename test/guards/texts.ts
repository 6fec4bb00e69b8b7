// What the guard of the texts looks at in a message and in the code.
import type { CompiledIcuChoices, CompiledMessage } from "@lingui/message-utils/compileMessage"
import { FEATURES } from "../../src/i18n/messages.ts"

type Argument = { name: string; type: string; choices: CompiledIcuChoices | null }

function argumentsOf(message: CompiledMessage): Argument[] {
  return message.flatMap((token) => {
    if (typeof token === "string") return []
    const [name, type = "text", format] = token
    const choices =
      typeof format === "object" && format !== null && type !== "date" ? (format as CompiledIcuChoices) : null
    const inner = choices
      ? Object.values(choices).flatMap((part) => (Array.isArray(part) ? argumentsOf(part) : []))
      : []
    return [{ name, type, choices }, ...inner]
  })
}

const casesOf = (choices: CompiledIcuChoices) => Object.keys(choices).filter((key) => key !== "offset")

/** Every placeholder with its kind, sorted, each once; of a choice its cases too. Plural forms differ between languages. */
export function placeholdersOf(message: CompiledMessage): string[] {
  const found = argumentsOf(message).map(({ name, type, choices }) =>
    type === "select" && choices ? `${name} ${type} ${casesOf(choices).sort().join("|")}` : `${name} ${type}`,
  )
  return [...new Set(found)].sort()
}

/** No list is longer than this. French "many" begins at a million. */
const LARGEST = 50_000

const needed = new Map<string, ReadonlySet<string>>()

/** The plural forms that whole numbers up to the largest need. */
function formsFor(locale: string, type: Intl.PluralRuleType): ReadonlySet<string> {
  const key = `${locale} ${type}`
  const known = needed.get(key)
  if (known) return known
  const rules = new Intl.PluralRules(locale, { type })
  // Every rule of these languages repeats after a hundred, but for millions.
  const forms = new Set(Array.from({ length: 1000 }, (_, at) => rules.select(at)).concat(rules.select(LARGEST)))
  needed.set(key, forms)
  return forms
}

/** Plural forms that are missing, or that the language does not have. */
export function brokenPlurals(message: CompiledMessage, locale: string): string[] {
  return argumentsOf(message).flatMap(({ name, type, choices }) => {
    if (!choices || (type !== "plural" && type !== "selectordinal")) return []
    const kind = type === "plural" ? "cardinal" : "ordinal"
    const given = casesOf(choices).filter((form) => !/^\d+$/.test(form))
    const all = new Intl.PluralRules(locale, { type: kind }).resolvedOptions().pluralCategories as string[]
    return [
      ...[...formsFor(locale, kind), "other"]
        .filter((form, at, list) => list.indexOf(form) === at && !given.includes(form))
        .map((form) => `${name} lacks ${form}`),
      ...given.filter((form) => !all.includes(form)).map((form) => `${name} has ${form}, which ${locale} does not`),
    ]
  })
}

/** true: without its placeholders and our own name nothing of the text can be translated. */
export function isWrittenAlike(text: string): boolean {
  return !/\p{L}/u.test(text.replace(/\{\w+\}|\bApyary\b/g, ""))
}

const LITERAL = new RegExp(`["'\`]((?:${FEATURES.join("|")}):[\\w.-]+)["'\`]`, "g")
const HOLE = "\\$\\{[^}`]*\\}"
const TEMPLATE = new RegExp(`\`((?:${FEATURES.join("|")}|${HOLE}):(?:[^\`\\s$]|${HOLE})*)\``, "g")

type Ids = { literal: Set<string>; patterns: RegExp[] }

/** Ids that the code names, and the shapes of those that it puts together: `offers:status.${x}` is any one word there. */
export const usedIds = (code: readonly string[]): Ids => idsIn(code, LITERAL, TEMPLATE)

/** Those among them that are asked for on the spot, by t("..."): other words with a colon may name something else. */
export const askedIds = (code: readonly string[]): Ids => idsIn(code, asked(LITERAL), asked(TEMPLATE))

const asked = ({ source }: RegExp) => new RegExp(`\\bt\\(\\s*${source}`, "g")

function idsIn(code: readonly string[], literals: RegExp, templates: RegExp): Ids {
  const literal = new Set<string>()
  const shapes = new Set<string>()
  for (const text of code) {
    for (const [, id] of text.matchAll(literals)) literal.add(id ?? "")
    for (const [, shape] of text.matchAll(templates)) if (shape?.includes("${")) shapes.add(shape)
  }
  const patterns = [...shapes].map((shape) => {
    const parts = shape.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"))
    return new RegExp(`^${parts.join("[\\w-]+")}$`)
  })
  return { literal, patterns }
}
