// Where the contact form's messages go.
import type { Clock } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { enqueueMail, mailsAreWaiting } from "../../core/mail-queue.server.ts"
import type { ContactOptions } from "./contact.server.ts"

/** Puts messages to the operator into the outbox: one that was accepted is not lost while the mail server is down. */
export function contactSender({ db, clock, to }: { db: Db; clock: Clock; to: string }): ContactOptions["send"] {
  return async (mail) => {
    await enqueueMail(db, { ...mail, kind: "contact", to }, clock())
    mailsAreWaiting()
  }
}
