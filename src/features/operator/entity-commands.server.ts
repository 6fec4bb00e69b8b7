// entity:publish and entity:unpublish: what readers get to see of the market.
import { bumpVersion } from "../ingest/commands.server.ts"
import { AppError } from "../../core/errors.ts"
import type { Command } from "./command.ts"
import { ENTITY_KINDS, setPublished } from "./commands.server.ts"

function entityCommand(verb: "publish" | "unpublish"): Command {
  const done = `${verb}ed` as const
  const published = verb === "publish"
  return {
    name: `entity:${verb}`,
    about: `${published ? "Shows" : "Hides"} an entity: ${ENTITY_KINDS.join(", ")}`,
    words: ["kind", "slug"],
    fields: [],
    example: `entity:${verb} exchange kraken`,
    async run({ words: [word = "", slug = ""] }, { db, now }) {
      const kind = ENTITY_KINDS.find((known) => known === word)
      if (!kind) {
        throw new AppError("invalid_parameter", {
          message: `There is no kind "${word}": it must be one of ${ENTITY_KINDS.join(", ")}.`,
          fields: { kind: "is unknown" },
        })
      }
      return db.transaction(async (tx) => {
        const result = await setPublished(tx, kind, slug, published)
        if (result === "missing") {
          throw new AppError("not_found", { message: `There is no ${kind} "${slug}": nothing was changed.` })
        }
        const same = result === "same"
        if (!same) await bumpVersion(tx, now)
        return {
          text: same
            ? `Nothing to change: the ${kind} "${slug}" is ${done} already.`
            : `${published ? "Published" : "Unpublished"} the ${kind} "${slug}": readers ${published ? "see it" : "no longer see it"}.`,
          json: { done: same ? "nothing" : done, kind, slug, changed: same ? [] : ["published"], published },
        }
      })
    },
  }
}

export const ENTITY_COMMANDS: readonly Command[] = [entityCommand("publish"), entityCommand("unpublish")]
