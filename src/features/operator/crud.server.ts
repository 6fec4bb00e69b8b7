// list, add, change and end for things that the operator keeps under a slug: each written in one transaction, nothing done twice.
import type { z } from "zod"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { bumpVersion } from "../ingest/commands.server.ts"
import {
  type Command,
  checked,
  commandName,
  type Field,
  invalid,
  type Outcome,
  optionOf,
  type Values,
} from "./command.ts"
import { countText, table } from "./print.ts"

export type Kept<Row extends { slug: string }, Schema extends z.ZodType> = {
  /** "ad"; the commands are named after it. */
  noun: string
  schema: Schema
  /** All but the slug. */
  fields: readonly Field[]
  /** Options for an example, without the slug. */
  example: { add: string; change: string }
  list(db: Db, now: Date): Promise<readonly Row[]>
  add(tx: Tx, input: z.output<Schema>): Promise<Row | undefined>
  change(
    tx: Tx,
    slug: string,
    decide: (row: Row) => Promise<z.output<Schema>>,
  ): Promise<{ row: Row; changed: string[] } | undefined>
  /** What the options make of what is there; without it each option replaces its field. */
  merge?(current: Values, given: Values): Values
  /** The option behind a place in the value. */
  nameOf?: (path: readonly PropertyKey[]) => string
  /** What only the database can tell: throws when it does not fit. */
  fits?(tx: Tx, input: z.output<Schema>): Promise<void>
  /** What follows from a change; a sentence about it, or "". */
  after?: (tx: Tx) => Promise<string>
  /** A row for people: cells by head. */
  cells(row: Row, now: Date): Record<string, string>
  right?: readonly string[]
  /** The row in half a sentence: "search, weight 3". */
  describe(row: Row, now: Date): string
}

/** The answer of every command that may change something. */
type Done = "added" | "exists" | "changed" | "ended" | "published" | "unpublished" | "removed" | "nothing"

export function outcome(
  done: Done,
  noun: string,
  row: { slug: string },
  text: string,
  changed: readonly string[] = [],
): Outcome {
  return { text, json: { done, kind: noun, slug: row.slug, changed, [noun]: row }, failed: done === "exists" }
}

export function noSuch(noun: string, slug: string): AppError {
  return new AppError("not_found", {
    message: `There is no ${noun} "${slug}": nothing was changed. ${noun}:list shows those there are.`,
  })
}

export function listCommand<Row extends { slug: string }, Schema extends z.ZodType>(kept: Kept<Row, Schema>): Command {
  const { noun } = kept
  return {
    name: commandName(noun, "list"),
    about: `Lists the ${noun}s`,
    words: [],
    fields: [],
    example: commandName(noun, "list"),
    async run(_input, { db, now }) {
      const rows = await kept.list(db, now)
      const cells = rows.map((row) => kept.cells(row, now))
      const head = Object.keys(cells[0] ?? {})
      const text = table(
        head,
        cells.map((row) => head.map((name) => row[name] ?? "")),
        kept.right,
      )
      return {
        text: rows.length === 0 ? `There are no ${noun}s.` : `${text}\n\n${countText(rows.length, noun)}.`,
        json: { [`${noun}s`]: rows },
      }
    },
  }
}

export function addCommand<Row extends { slug: string }, Schema extends z.ZodType>(kept: Kept<Row, Schema>): Command {
  const { noun } = kept
  return {
    name: commandName(noun, "add"),
    about: `Adds ${article(noun)}`,
    words: ["slug"],
    fields: kept.fields,
    example: `${noun}:add ${kept.example.add}`,
    async run({ words: [slug = ""], values }, { db, now }) {
      const given = kept.merge ? kept.merge({}, values) : values
      // Empty is what a field is that is not given.
      const said = Object.fromEntries(Object.entries({ ...given, slug }).filter(([, value]) => value !== null))
      const input = checked(kept.schema, said, kept.nameOf)
      return db.transaction(async (tx) => {
        await kept.fits?.(tx, input)
        const row = await kept.add(tx, input)
        if (!row) {
          const known = (await kept.list(tx as unknown as Db, now)).find((other) => other.slug === slug)
          return outcome(
            "exists",
            noun,
            known ?? { slug },
            `There is ${article(noun)} "${slug}" already: nothing was changed. ${noun}:change changes it.`,
          )
        }
        const consequence = await follow(kept, tx, now)
        return outcome("added", noun, row, `Added the ${noun} "${slug}": ${kept.describe(row, now)}.${consequence}`)
      })
    },
  }
}

export function changeCommand<Row extends { slug: string }, Schema extends z.ZodType>(
  kept: Kept<Row, Schema>,
): Command {
  const { noun } = kept
  return {
    name: commandName(noun, "change"),
    about: `Changes the given fields of ${article(noun)}`,
    words: ["slug"],
    fields: kept.fields.map(({ required: _required, ...field }) => field),
    example: `${noun}:change ${kept.example.change}`,
    async run({ words: [slug = ""], values }, { db, now }) {
      if (Object.keys(values).length === 0) {
        throw new AppError("bad_request", { message: `Say what to change: ${noun}:change ${kept.example.change}` })
      }
      return alter(kept, db, now, slug, values, "changed", (row, changed) =>
        changed.length === 0
          ? `Nothing to change: the ${noun} "${slug}" is so already.`
          : `Changed ${changed.map((name) => optionOf(name).slice(2)).join(", ")} of the ${noun} "${slug}": ${kept.describe(row, now)}.`,
      )
    },
  }
}

/** A command without fields that changes what `change` says; null when there is nothing to do. */
export function setCommand<Row extends { slug: string }, Schema extends z.ZodType>(
  kept: Kept<Row, Schema>,
  verb: { name: string; done: "ended" | "published" | "unpublished"; about: string },
  change: (row: Row, now: Date) => Values | null,
): Command {
  const { noun } = kept
  const word = verb.done === "ended" ? "Ended" : verb.done === "published" ? "Published" : "Unpublished"
  return {
    name: commandName(noun, verb.name),
    about: verb.about,
    words: ["slug"],
    fields: [],
    example: `${noun}:${verb.name} ${kept.example.change.split(" ")[0]}`,
    run({ words: [slug = ""] }, { db, now }) {
      return alter(
        kept,
        db,
        now,
        slug,
        (row) => change(row, now) ?? {},
        verb.done,
        (row, changed) =>
          changed.length === 0
            ? `Nothing to change: the ${noun} "${slug}" is ${verb.done} already.`
            : `${word} the ${noun} "${slug}": ${kept.describe(row, now)}.`,
      )
    },
  }
}

async function alter<Row extends { slug: string }, Schema extends z.ZodType>(
  kept: Kept<Row, Schema>,
  db: Db,
  now: Date,
  slug: string,
  given: Values | ((row: Row) => Values),
  done: Done,
  say: (row: Row, changed: readonly string[]) => string,
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const result = await kept.change(tx, slug, async (row) => {
      const current: Values = { ...row }
      const values = typeof given === "function" ? given(row) : given
      const input = checked(
        kept.schema,
        kept.merge ? kept.merge(current, values) : { ...current, ...values },
        kept.nameOf,
      )
      await kept.fits?.(tx, input)
      return input
    })
    if (!result) throw noSuch(kept.noun, slug)
    const { row, changed } = result
    const consequence = changed.length === 0 ? "" : await follow(kept, tx, now)
    return outcome(changed.length === 0 ? "nothing" : done, kept.noun, row, say(row, changed) + consequence, changed)
  })
}

/** What a write brings with it: its consequences, and a new version for the readers. */
export async function follow({ after }: { after?: (tx: Tx) => Promise<string> }, tx: Tx, now: Date): Promise<string> {
  const sentence = (await after?.(tx)) ?? ""
  await bumpVersion(tx, now)
  return sentence === "" ? "" : ` ${sentence}`
}

function article(noun: string): string {
  return `${/^[aeo]/.test(noun) ? "an" : "a"} ${noun}`
}

/** The moment at which something ends when it is ended now; null when that is so already. Before its start it never begins. */
export function endedAt(start: Date | null, end: Date | null, now: Date): Date | null {
  const at = start !== null && start > now ? start : now
  return end !== null && end <= at ? null : at
}

/** "from 2026-12-01 to 2026-12-31", "" without both. */
export function periodText(start: string, end: string): string {
  return [start === "" ? "" : `from ${start}`, end === "" ? "" : `to ${end}`].filter((part) => part !== "").join(" ")
}

/** The state of something with a start and an end, for people. */
export function stateOf(published: boolean, start: Date | null, end: Date | null, now: Date): string {
  if (!published) return "unpublished"
  if (end !== null && end <= now) return "ended"
  if (start !== null && start > now) return end !== null && end <= start ? "ended" : "to come"
  return "runs"
}

/** Throws when a translation or another list option is not "name:rest"; gives both parts. */
export function splitPair(field: string, text: string, form: string): [string, string] {
  const at = text.indexOf(":")
  if (at <= 0) throw invalid({ [field]: `must be ${form}` })
  return [text.slice(0, at), text.slice(at + 1)]
}
