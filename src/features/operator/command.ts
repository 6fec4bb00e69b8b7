// What a command of the operator's tools is: its fields, what it does, and what it has to say.
import type { z } from "zod"
import type { Db } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"

/**
 * How the text of an option becomes a value: "start" and "end" are moments, where a day alone means its beginning or its end;
 * "list" may be given several times; an empty text is null for all of them.
 */
export type FieldKind = "text" | "number" | "yesNo" | "start" | "end" | "list"
export type Field = { name: string; kind: FieldKind; about: string; required?: boolean }

export type Values = Readonly<Record<string, unknown>>
export type Input = {
  /** The words after the command, as many as it asks for. */
  words: readonly string[]
  /** The options that were given, by field name. */
  values: Values
}

/** What is said to people and to programs. `failed` makes the exit code 1. */
export type Outcome = { text: string; json: unknown; failed?: boolean }
export type Context = { db: Db; now: Date }

export type Command = {
  name: string
  /** One sentence without a full stop. */
  about: string
  /** The names of the words that follow it. A word "slug" may also be given as --slug. */
  words: readonly string[]
  fields: readonly Field[]
  /** What stands after "npm run admin --". */
  example: string
  run(input: Input, context: Context): Promise<Outcome>
}

/** "ad" and "list" -> "ad:list". Put together here, because the guard of the texts takes a written one for the id of a text. */
export function commandName(noun: string, verb: string): string {
  return [noun, verb].join(":")
}

/** The option of a field: "linkText" -> "--link-text". */
export function optionOf(field: string): string {
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The error for inputs that are at fault: field name to what is wrong with it, "is missing". */
export function invalid(fields: Readonly<Record<string, string>>): AppError {
  const message = Object.entries(fields).map(([field, reason]) => `${optionOf(field)} ${reason}`)
  return new AppError("invalid_parameter", { message: `${message.join("; ")}.`, fields: { ...fields } })
}

/**
 * The value as the schema makes it. Throws AppError "invalid_parameter", which names each field at fault; `nameOf` gives the
 * field that a place in the value comes from.
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  nameOf: (path: readonly PropertyKey[]) => string = (path) => String(path[0]),
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: plainWords })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[nameOf(issue.path)] ??= issue.message
  throw invalid(fields)
}

/** The words for what a schema has no words of its own for. */
function plainWords(issue: z.core.$ZodRawIssue): string {
  const isText = "origin" in issue && issue.origin === "string"
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is missing" : issue.input === null ? "may not be empty" : "is not of its kind"
    case "too_big":
      return isText ? `is too long: ${issue.maximum} characters at most` : `may not be over ${issue.maximum}`
    case "too_small":
      return isText ? "may not be empty" : `may not be under ${issue.minimum}`
    case "invalid_value":
      return issue.input === undefined ? "is missing" : `must be one of ${issue.values.map(String).join(", ")}`
    case "invalid_format":
      return issue.format === "url" ? "must be a web address" : "is not in the form it must have"
    default:
      return "is not right"
  }
}
