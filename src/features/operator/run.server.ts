// npm run admin: finds the command, checks what it was given, opens the database for it and says what came of it.
import type { Clock } from "../../core/clock.ts"
import type { Database } from "../../core/db/database.server.ts"
import { AppError, type ErrorCode, messageOf } from "../../core/errors.ts"
import { AD_COMMANDS } from "./ad-commands.server.ts"
import { type Command, optionOf } from "./command.ts"
import { DELIVERY_COMMANDS } from "./delivery-commands.server.ts"
import { ENTITY_COMMANDS } from "./entity-commands.server.ts"
import { HEALTH } from "./health.server.ts"
import { MAIL_COMMANDS } from "./mail-commands.server.ts"
import { PLAN_COMMANDS } from "./plan-commands.server.ts"
import { OFFER_COMMANDS } from "./offer-commands.server.ts"
import { readOptions } from "./options.ts"
import { PARTNER_COMMANDS } from "./partner-commands.server.ts"
import { table } from "./print.ts"
import { PROMO_COMMANDS } from "./promo-commands.server.ts"
import { WEBHOOK_COMMANDS } from "./webhook-commands.server.ts"
import { USER_COMMANDS } from "./user-commands.server.ts"

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...AD_COMMANDS,
  ...PROMO_COMMANDS,
  ...PLAN_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...PARTNER_COMMANDS,
  ...OFFER_COMMANDS,
  ...ENTITY_COMMANDS,
  ...MAIL_COMMANDS,
  ...DELIVERY_COMMANDS,
  ...USER_COMMANDS,
  HEALTH,
]

export type AdminDeps = {
  open(): Promise<Database>
  clock: Clock
  print(text: string): void
  complain(text: string): void
}

/** The codes of an error that is the caller's: exit code 2 instead of 1. */
const WRONG_USE: readonly ErrorCode[] = ["bad_request", "unknown_parameter", "invalid_parameter"]

/** Runs one command and gives the exit code: 0 done, 1 failed, 2 used in a wrong way. */
export async function runAdmin(args: readonly string[], deps: AdminDeps): Promise<0 | 1 | 2> {
  const [name, ...rest] = args
  if (name === undefined || name === "--help" || name === "help") {
    deps.print(usage())
    return name === undefined ? 2 : 0
  }
  try {
    const command = COMMANDS.find((known) => known.name === name)
    if (!command) {
      throw new AppError("bad_request", {
        message: `There is no command "${name}". npm run admin -- --help lists them.`,
      })
    }
    const input = readOptions(command, rest)
    if (input.help) {
      deps.print(helpOf(command))
      return 0
    }
    const database = await deps.open()
    try {
      const outcome = await command.run(input, { db: database.db, now: deps.clock() })
      deps.print(input.json ? JSON.stringify(outcome.json, null, 2) : outcome.text)
      return outcome.failed ? 1 : 0
    } finally {
      await database.close()
    }
  } catch (error) {
    const code = error instanceof AppError ? error.code : "internal"
    if (rest.includes("--json")) {
      const fields = error instanceof AppError ? (error.fields ?? {}) : {}
      deps.print(JSON.stringify({ error: { code, message: messageOf(error), fields } }, null, 2))
    } else deps.complain(messageOf(error))
    return WRONG_USE.includes(code) ? 2 : 1
  }
}

function usage(): string {
  const rows = COMMANDS.map(({ name, words, about }) => [
    `  ${[name, ...words.map((word) => `<${word}>`)].join(" ")}`,
    about,
  ])
  return `Usage: npm run admin -- <command> [--option value]... [--json]

Commands:
${table(["", ""], rows).trim().replace(/^/, "  ")}

<command> --help says more about one. --json answers for programs. Exit codes: 0 done, 1 failed, 2 used in a wrong way.`
}

function helpOf({ name, about, words, fields, example }: Command): string {
  const usageLine = ["npm run admin --", name, ...words.map((word) => `<${word}>`)].join(" ")
  const rows = fields.map((field) => [
    `  ${optionOf(field.name)}`,
    `${field.about}${field.required ? " (needed)" : ""}${field.kind === "list" ? " (may be repeated)" : ""}`,
  ])
  const notes = [
    fields.some(({ kind }) => kind === "yesNo") ? "yes or no is written out." : "",
    fields.some(({ kind }) => kind === "start" || kind === "end")
      ? "A day alone means its beginning, for an end its end; all in UTC."
      : "",
    fields.some(({ required }) => !required) ? 'An empty value (--option "") empties a field.' : "",
  ].filter((note) => note !== "")
  return [
    `${about}.`,
    "",
    `Usage: ${usageLine}${fields.length > 0 ? " [--option value]..." : ""} [--json]`,
    ...(rows.length > 0 ? ["", table(["", ""], rows).slice(1)] : []),
    ...(notes.length > 0 ? ["", notes.join(" ")] : []),
    "",
    `Example: npm run admin -- ${example}`,
  ].join("\n")
}
