// From the words of the command line to an input: everything is checked before a database is opened.
import { parseArgs } from "node:util"
import { z } from "zod"
import { AppError } from "../../core/errors.ts"
import { type Command, type Field, type Input, invalid, optionOf } from "./command.ts"

const NO_TEXT = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const DAY = z.iso.date()
const MOMENT = z.iso.datetime({ offset: true })

/** Throws AppError "bad_request", "unknown_parameter" or "invalid_parameter": the command was used in a wrong way. */
export function readOptions(command: Command, args: readonly string[]): Input & { json: boolean; help: boolean } {
  const byOption = new Map(command.fields.map((field) => [optionOf(field.name).slice(2), field]))
  const wantsSlug = command.words.includes("slug")
  const { values, positionals } = parse(command, args, [...byOption.keys(), ...(wantsSlug ? ["slug"] : [])])
  const json = values.json !== undefined
  if (values.help !== undefined) return { words: [], values: {}, json, help: true }
  const given: Record<string, unknown> = {}
  const wrong: Record<string, string> = {}
  for (const [option, texts] of Object.entries(values)) {
    const field = byOption.get(option)
    if (!field || texts === undefined) continue
    if (texts.length > 1 && field.kind !== "list") wrong[field.name] = "is given twice"
    else if (texts.some((text) => NO_TEXT.test(text))) wrong[field.name] = "has a control character"
    else if (field.kind === "list") given[field.name] = texts
    else read(field, texts[0] ?? "", given, wrong)
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return { words: wordsOf(command, positionals, wantsSlug ? values.slug : undefined), values: given, json, help: false }
}

type Given = { values: Record<string, string[] | undefined>; positionals: string[] }

function parse(command: Command, args: readonly string[], options: readonly string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(options.map((name) => [name, { type: "string" as const, multiple: true as const }])),
        json: { type: "boolean", multiple: true },
        help: { type: "boolean", multiple: true },
      },
    })
    return { values: values as Given["values"], positionals }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof Error && "code" in error ? error.code : ""
    const [, option = "?"] = /(--?[^\s'",<]+)/.exec(message) ?? []
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
      throw new AppError("unknown_parameter", {
        message: `${command.name} has no option ${option}. ${command.name} --help lists those it has.`,
        fields: { [option.replace(/^-+/, "")]: "is unknown" },
      })
    }
    const advice = message.includes("ambiguous")
      ? ` needs a value; one that begins with a hyphen is written ${option}=-value`
      : message.includes("does not take") || message.includes("argument missing")
        ? message.includes("missing")
          ? " needs a value"
          : " takes no value"
        : ": it cannot be read"
    throw new AppError("bad_request", { message: `${option}${advice}.` })
  }
}

function wordsOf(command: Command, positionals: readonly string[], slugs: string[] | undefined): string[] {
  const slug = command.words.indexOf("slug")
  const words = [...positionals]
  if (slugs !== undefined && slug >= 0) {
    if (slugs.length > 1 || words.length > command.words.length - 1) throw invalid({ slug: "is given twice" })
    words.splice(slug, 0, slugs[0] ?? "")
  }
  const wanted = command.words.map((word) => `<${word}>`).join(" ")
  if (words.length > command.words.length) {
    const [first = ""] = words.slice(command.words.length)
    throw new AppError("bad_request", {
      message: `"${first}" is one word too many: ${command.name}${wanted === "" ? "" : ` ${wanted}`} takes options after that. A text with spaces needs quotes.`,
    })
  }
  if (words.length < command.words.length || words.includes("")) {
    throw new AppError("bad_request", { message: `${command.name} needs ${wanted}: ${command.example}` })
  }
  return words
}

/** Puts the value of a field into `given`, or what is wrong with it into `wrong`. */
function read(field: Field, text: string, given: Record<string, unknown>, wrong: Record<string, string>): void {
  const { name, kind } = field
  if (text.trim() === "") given[name] = null
  else if (kind === "text") given[name] = text
  else if (kind === "number") {
    if (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(text)) given[name] = Number(text)
    else wrong[name] = "must be a number"
  } else if (kind === "yesNo") {
    if (text === "yes" || text === "no") given[name] = text === "yes"
    else wrong[name] = "must be yes or no"
  } else {
    const moment = readMoment(text, kind === "end")
    if (moment) given[name] = moment
    else wrong[name] = "must be a day such as 2026-12-01 or a moment such as 2026-12-01T09:00:00Z"
  }
}

/** A day alone means its beginning or, for an end, its last millisecond; days are those of UTC. */
function readMoment(text: string, isEnd: boolean): Date | null {
  const moment = DAY.safeParse(text).success
    ? new Date(`${text}T${isEnd ? "23:59:59.999" : "00:00:00.000"}Z`)
    : MOMENT.safeParse(text).success
      ? new Date(text)
      : null
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment
}
