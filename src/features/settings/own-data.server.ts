// All that the site knows of a person, in words that they can read and a program can use. No hashes, no tokens.
import type { Db } from "../../core/db/database.server.ts"
import { listLogins, listNotificationChoices, listSessions } from "../accounts/queries.server.ts"
import type { UserRow } from "../accounts/session.server.ts"

/** Everything about somebody at a moment, as a JSON document. */
export async function ownData(db: Db, user: UserRow, now: Date): Promise<object> {
  const { passwordHash: _hash, ...account } = user
  return {
    exportedAt: now,
    account,
    sessions: await listSessions(db, user.id, now),
    logins: await listLogins(db, user.id),
    mails: (await listNotificationChoices(db, user.id)).map(({ group }) => group),
  }
}
