// The commands for what payment providers told: the log, and another try for what could not be acted upon.
import { z } from "zod"
import { AppError } from "../../core/errors.ts"
import { createLogger } from "../../core/log.server.ts"
import { handleEvent } from "../billing/books.server.ts"
import { READING_PROVIDERS } from "../billing/providers/registry.server.ts"
import { findPaymentEvent, listPaymentEvents, type PaymentEventRow } from "../billing/queries.server.ts"
import { BILLING_HOOKS } from "./billing-hooks.server.ts"
import { type Command, checked, commandName } from "./command.ts"
import { countText, cut, momentText, table } from "./print.ts"

const MOST_SHOWN = 200
const NOUN = "webhook"
const filter = z.object({ waiting: z.boolean().nullish() })
const eventId = z.object({ id: z.string().regex(/^\d{1,15}$/, "must be a number that webhook:list shows") })

const LIST: Command = {
  name: commandName(NOUN, "list"),
  about: `Lists the last events that payment providers told, ${MOST_SHOWN} at most`,
  words: [],
  fields: [{ name: "waiting", kind: "yesNo", about: "yes: only those that could not be acted upon yet" }],
  example: "webhook:list --waiting yes",
  async run({ values }, { db }) {
    const { waiting } = checked(filter, values)
    const events = await listPaymentEvents(db, MOST_SHOWN, waiting === true)
    const head = ["id", "provider", "type", "happened", "received", "handled", "user", "error"]
    const text = table(head, events.map(cellsOf), ["id"])
    const json = { webhooks: events.map(({ raw: _raw, ...event }) => event) }
    return {
      text: events.length === 0 ? "There are no webhooks." : `${text}\n\n${countText(events.length, NOUN)}.`,
      json,
    }
  },
}

function cellsOf(event: PaymentEventRow): string[] {
  return [
    String(event.id),
    event.provider,
    event.type,
    momentText(event.occurredAt),
    momentText(event.receivedAt),
    event.handledAt ? "yes" : "no",
    event.userId ?? "",
    cut(event.error ?? "", 80),
  ]
}

const REPLAY: Command = {
  name: commandName(NOUN, "replay"),
  about: "Reads a recorded event again and acts upon it; harmless when that was done already",
  words: ["id"],
  fields: [],
  example: "webhook:replay 17",
  async run({ words: [word = ""] }, { db, now }) {
    const { id } = checked(eventId, { id: word })
    const row = await findPaymentEvent(db, Number(id))
    if (!row)
      throw new AppError("not_found", { message: `There is no webhook ${id}: webhook:list shows those there are.` })
    const log = createLogger("silent")
    await handleEvent({ db, clock: () => now, log, providers: READING_PROVIDERS, hooks: BILLING_HOOKS }, row)
    const after = await findPaymentEvent(db, row.id)
    const isDone = after?.handledAt != null && after.error === null
    return {
      text: isDone
        ? `The webhook ${id} was acted upon.`
        : `The webhook ${id} still cannot be acted upon: ${after?.error ?? "unknown"}.`,
      json: {
        done: isDone ? "replayed" : "nothing",
        id: row.id,
        error: after?.error ?? null,
        userId: after?.userId ?? null,
      },
      failed: !isDone,
    }
  },
}

export const WEBHOOK_COMMANDS: readonly Command[] = [LIST, REPLAY]
