// The commands for people with an account. They name somebody by the e-mail address, never show a hash, and end sessions at once.
import { AppError } from "../../core/errors.ts"
import { blockUser, deleteUser, unblockUser } from "../accounts/commands.server.ts"
import { findUserByEmail, listLogins, listSessions } from "../accounts/queries.server.ts"
import type { UserRow } from "../accounts/session.server.ts"
import { listPaidOn } from "../billing/plan-changes.server.ts"
import { type Command, type Context, invalid } from "./command.ts"
import { momentText, oneLine } from "./print.ts"

/** The account with this address, however it is spelled. Throws AppError "not_found". */
export async function getUser({ db }: Context, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email.trim().toLowerCase())
  if (!user) throw new AppError("not_found", { message: `There is no account with the address "${oneLine(email)}".` })
  return user
}

async function described(user: UserRow, { db, now }: Context) {
  const { passwordHash, ...shown } = user
  const sessions = await listSessions(db, user.id, now)
  const logins = await listLogins(db, user.id)
  return { ...shown, hasPassword: passwordHash !== null, logins: logins.map(({ provider }) => provider), sessions }
}

const show: Command = {
  name: "user:show",
  about: "Shows an account: what is known of it, its ways in and its sessions",
  words: ["email"],
  fields: [],
  example: "user:show ada@example.org",
  async run({ words: [email = ""] }, context) {
    const user = await described(await getUser(context, email), context)
    const lines = [
      [
        "address",
        `${user.email} (${user.emailConfirmedAt ? `confirmed ${momentText(user.emailConfirmedAt)}` : "not confirmed"})`,
      ],
      ["id", user.id],
      ["name", user.name ?? ""],
      ["language", user.locale],
      ["since", momentText(user.createdAt)],
      ["ways in", [...(user.hasPassword ? ["password"] : []), ...user.logins].join(", ")],
      ["sessions", String(user.sessions.length)],
      ["brought by", [user.broughtByAff, user.broughtByRcid].filter((code) => code !== null).join(", ")],
      ["blocked", user.blockedAt ? `${momentText(user.blockedAt)}: ${user.blockReason ?? ""}` : "no"],
    ]
    return {
      text: lines.map(([label, value]) => `${(label ?? "").padEnd(12)}${oneLine(value ?? "")}`).join("\n"),
      json: user,
    }
  },
}

const block: Command = {
  name: "user:block",
  about: "Keeps somebody out: all their sessions end at once",
  words: ["email"],
  fields: [{ name: "reason", kind: "text", about: "why, for the operator alone", required: true }],
  example: 'user:block eve@example.org --reason "sent spam through the contact form"',
  async run({ words: [email = ""], values: { reason } }, context) {
    if (typeof reason !== "string" || reason.trim() === "") throw invalid({ reason: "is missing" })
    const user = await getUser(context, email)
    await blockUser(context.db, user.email, reason, context.now)
    return { text: `Blocked ${user.email}: every session has ended.`, json: { blocked: user.email } }
  },
}

const unblock: Command = {
  name: "user:unblock",
  about: "Lets somebody in again; they have to sign in anew",
  words: ["email"],
  fields: [],
  example: "user:unblock eve@example.org",
  async run({ words: [email = ""] }, context) {
    const user = await getUser(context, email)
    await unblockUser(context.db, user.email)
    return { text: `${user.email} may sign in again.`, json: { unblocked: user.email } }
  },
}

/**
 * The site ends what somebody pays for when they delete their account themselves; a command knows no provider's keys, and nobody may go on
 * paying for an account that is gone. Throws AppError "still_paid".
 */
async function refuseWhilePaid({ id, email }: UserRow, { db }: Context): Promise<void> {
  const paid = await listPaidOn(db, id)
  if (paid.length === 0) return
  const list = paid.map(({ provider, subscriptionKey, state }) => {
    const until = state.to === null ? "" : `, paid until ${momentText(new Date(state.to))}`
    return `${provider} ${oneLine(subscriptionKey)} (${state.tariffCode}${until})`
  })
  throw new AppError("still_paid", {
    message: `${email} would go on paying: ${list.join("; ")}. End it at the provider, wait until webhook:list shows that it was canceled, and try again. Who deletes the account in its settings need not do that.`,
  })
}

const remove: Command = {
  name: "user:delete",
  about: "Removes an account that pays for nothing any more with all that belongs to it, for good; nobody is told",
  words: ["email"],
  fields: [{ name: "sure", kind: "yesNo", about: "yes: nothing of it can be brought back", required: true }],
  example: "user:delete eve@example.org --sure yes",
  async run({ words: [email = ""], values: { sure } }, context) {
    if (sure !== true) throw invalid({ sure: "must be yes: nothing of it can be brought back" })
    const user = await getUser(context, email)
    await refuseWhilePaid(user, context)
    await deleteUser({ db: context.db, sendMail: async () => {} }, user)
    return { text: `Removed ${user.email} with all that belonged to it.`, json: { deleted: user.email } }
  },
}

export const USER_COMMANDS: readonly Command[] = [show, block, unblock, remove]
