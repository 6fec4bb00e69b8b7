// The commands for mail: what is on its way, what was given up and why, and another try for it.
import { z } from "zod"
import { AppError } from "../../core/errors.ts"
import { findMail, type ListedMail, listMails, replayMails } from "../../core/mail-queue.server.ts"
import { MAIL_STATUSES } from "../../core/mail-tables.server.ts"
import { type Command, checked, commandName } from "./command.ts"
import { countText, cut, momentText, table } from "./print.ts"

const MOST_SHOWN = 200
/** Instead of an id. */
const ALL_DEAD = "all-dead"
const NOUN = "mail"

const filter = z.object({ status: z.enum(MAIL_STATUSES).nullish() })
const mailId = z.uuid({ error: `must be the id of a mail, or ${ALL_DEAD}` })

const LIST: Command = {
  name: commandName(NOUN, "list"),
  about: `Lists the newest mails, ${MOST_SHOWN} at most, without their texts`,
  words: [],
  fields: [{ name: "status", kind: "text", about: `only those that are ${MAIL_STATUSES.join(", ")}` }],
  example: "mail:list --status dead",
  async run({ values }, { db }) {
    const { status = null } = checked(filter, values)
    const mails = await listMails(db, status, MOST_SHOWN)
    if (mails.length === 0) {
      return { text: status === null ? "There are no mails." : `There are no ${status} mails.`, json: { mails } }
    }
    const head = ["id", "status", "attempts", "written", "next try", "kind", "to", "error"]
    const text = table(head, mails.map(cellsOf), ["attempts"])
    return { text: `${text}\n\n${countText(mails.length, NOUN)}.`, json: { mails } }
  },
}

function cellsOf(mail: ListedMail): string[] {
  const isWaiting = mail.status === "queued" || mail.status === "failed"
  return [
    mail.id,
    mail.status === "dead" && !mail.canBeSent ? "dead, too late" : mail.status,
    String(mail.attempts),
    momentText(mail.createdAt),
    isWaiting ? momentText(mail.nextAttemptAt) : "",
    mail.kind,
    mail.recipient,
    cut(mail.lastError ?? "", 80),
  ]
}

const REPLAY: Command = {
  name: commandName(NOUN, "replay"),
  about: `Gives a dead mail all its attempts again, or with "${ALL_DEAD}" instead of an id every one`,
  words: ["id"],
  fields: [],
  example: `mail:replay ${ALL_DEAD}`,
  async run({ words: [word = ""] }, { db, now }) {
    if (word !== ALL_DEAD) checked(z.object({ id: mailId }), { id: word })
    return db.transaction(async (tx) => {
      const mails = await replayMails(tx, word === ALL_DEAD ? "all" : { id: word }, now)
      const json = { done: mails.length === 0 ? "nothing" : "replayed", mails }
      if (mails.length > 0) {
        return { text: `${countText(mails.length, NOUN)} will be sent again within seconds where a worker runs.`, json }
      }
      if (word === ALL_DEAD) return { text: "Nothing to do: there are no dead mails that can be sent.", json }
      const mail = await findMail(tx, word)
      if (!mail) {
        throw new AppError("not_found", { message: `There is no mail "${word}": mail:list shows those there are.` })
      }
      const reason = mail.status === "dead" ? "it is too late for it" : `it is ${mail.status}, not dead`
      return { text: `Nothing to do for the mail "${word}": ${reason}.`, json, failed: mail.status === "dead" }
    })
  },
}

export const MAIL_COMMANDS: readonly Command[] = [LIST, REPLAY]
