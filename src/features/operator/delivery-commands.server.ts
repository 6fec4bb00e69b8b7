// The commands for alerts on their way: what was sent, what was given up and why, and another try for it.
import { z } from "zod"
import { AppError } from "../../core/errors.ts"
import { replayDeliveries } from "../alerts/delivery-commands.server.ts"
import { findDelivery, listAllDeliveries } from "../alerts/queries.server.ts"
import { DELIVERY_STATUSES } from "../alerts/words.ts"
import { type Command, checked, commandName } from "./command.ts"
import { countText, cut, momentText, table } from "./print.ts"

const MOST_SHOWN = 200
/** Instead of an id. */
const ALL_DEAD = "all-dead"
const NOUN = "delivery"

const filter = z.object({ status: z.enum(DELIVERY_STATUSES).nullish() })
const deliveryId = z.string().regex(/^[1-9]\d{0,14}$/, `must be the id of a delivery, or ${ALL_DEAD}`)

type Row = Awaited<ReturnType<typeof listAllDeliveries>>[number]

const LIST: Command = {
  name: commandName(NOUN, "list"),
  about: `Lists the newest deliveries of alerts, ${MOST_SHOWN} at most`,
  words: [],
  fields: [{ name: "status", kind: "text", about: `only those that are ${DELIVERY_STATUSES.join(", ")}` }],
  example: "delivery:list --status dead",
  async run({ values }, { db }) {
    const { status = null } = checked(filter, values)
    const deliveries = await listAllDeliveries(db, { status, limit: MOST_SHOWN })
    if (deliveries.length === 0)
      return {
        text: status === null ? "There are no deliveries." : `There are no ${status} deliveries.`,
        json: { deliveries },
      }
    const head = ["id", "status", "attempts", "made", "next try", "channel", "person", "error"]
    const text = table(head, deliveries.map(cellsOf), ["attempts"])
    return { text: `${text}\n\n${countOf(deliveries)}.`, json: { deliveries } }
  },
}

function cellsOf(row: Row): string[] {
  const isWaiting = row.status === "queued" || row.status === "failed"
  return [
    String(row.id),
    row.status,
    String(row.attempts),
    momentText(row.createdAt),
    isWaiting ? momentText(row.nextAt) : "",
    row.channel,
    row.userId,
    cut(row.lastError ?? "", 80),
  ]
}

const countOf = (rows: readonly Row[]) => (rows.length === 1 ? countText(1, NOUN) : `${rows.length} deliveries`)

const REPLAY: Command = {
  name: commandName(NOUN, "replay"),
  about: `Gives a dead delivery all its attempts again, or with "${ALL_DEAD}" instead of an id every one`,
  words: ["id"],
  fields: [],
  example: `delivery:replay ${ALL_DEAD}`,
  async run({ words: [word = ""] }, { db, now }) {
    if (word !== ALL_DEAD) checked(z.object({ id: deliveryId }), { id: word })
    return db.transaction(async (tx) => {
      const deliveries = await replayDeliveries(tx, word === ALL_DEAD ? "all" : { id: Number(word) }, now)
      const json = { done: deliveries.length === 0 ? "nothing" : "replayed", deliveries }
      if (deliveries.length > 0)
        return { text: `${countOf(deliveries)} will be sent again within seconds where a worker runs.`, json }
      if (word === ALL_DEAD) return { text: "Nothing to do: there are no dead deliveries.", json }
      const row = await findDelivery(tx, Number(word))
      if (!row)
        throw new AppError("not_found", {
          message: `There is no delivery "${word}": delivery:list shows those there are.`,
        })
      return { text: `Nothing to do for the delivery "${word}": it is ${row.status}, not dead.`, json }
    })
  },
}

export const DELIVERY_COMMANDS: readonly Command[] = [LIST, REPLAY]
