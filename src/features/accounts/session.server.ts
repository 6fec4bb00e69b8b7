// Who asks. The cookie carries a random token; the database knows only its hash, so whoever reads the database cannot come in.
import { createHash, randomBytes } from "node:crypto"
import { and, eq, gt, isNull, ne } from "drizzle-orm"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Clock } from "../../core/clock.ts"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { sessions, users } from "./tables.server.ts"

export type UserRow = typeof users.$inferSelect
export type SignedIn = { sessionId: string; user: UserRow }

export type Sessions = {
  /** Who the request's cookie says it is; null for a visitor. Throws AppError "user_blocked" for somebody who is blocked. */
  find(request: FastifyRequest): Promise<SignedIn | null>
  /** The same, where nobody else may come in. Throws AppError "unauthorized" for a visitor. */
  require(request: FastifyRequest): Promise<SignedIn>
  /** Signs somebody in. The session that the request came with ends, so that no token from before the sign-in opens anything. */
  start(tx: Db | Tx, request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>
  /** Gives the browser's cookie the time that the session has gained by being used; nothing when it has gained none. */
  renew(request: FastifyRequest, reply: FastifyReply): void
  /** Signs out; does nothing harmful for a visitor. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

const COOKIE = "session"
/** Tells the page's first script that somebody is signed in, and opens nothing: public pages are the same for everybody. */
const HINT_COOKIE = "signed_in"
const LIFETIME_SECONDS = 30 * 86_400
/** A session in use lives on; it is written down at most this often. */
const SEEN_EVERY_MS = 600_000
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const MOST_AGENT = 200

/** A random token of 256 bits for a cookie or a link, and what the database keeps of it. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString("base64url")
  return { token, tokenHash: hashToken(token) }
}

/** What the database keeps of a token. A plain hash will do: nobody guesses 256 random bits. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}

export function openSessions({ db, clock, isHttps }: { db: Db; clock: Clock; isHttps: boolean }): Sessions {
  const asked = new WeakMap<FastifyRequest, Promise<SignedIn | null>>()
  const gained = new WeakMap<FastifyRequest, string>()
  const attributes = `Path=/; SameSite=Lax${isHttps ? "; Secure" : ""}`

  const cookiesFor = (token: string) => [
    `${COOKIE}=${token}; HttpOnly; Max-Age=${LIFETIME_SECONDS}; ${attributes}`,
    `${HINT_COOKIE}=1; Max-Age=${LIFETIME_SECONDS}; ${attributes}`,
  ]

  async function read(request: FastifyRequest): Promise<SignedIn | null> {
    const token = cookieOf(request, COOKIE)
    if (token === undefined || !TOKEN.test(token)) return null
    const now = clock()
    const [found] = await db
      .select({ session: sessions, user: users })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, now)))
    if (!found) return null
    if (found.user.blockedAt) throw new AppError("user_blocked")
    if (found.session.revokedAt) return null
    if (now.getTime() - found.session.lastSeenAt.getTime() > SEEN_EVERY_MS) {
      await db
        .update(sessions)
        .set({ lastSeenAt: now, expiresAt: new Date(now.getTime() + LIFETIME_SECONDS * 1000) })
        .where(eq(sessions.id, found.session.id))
      gained.set(request, token)
    }
    return { sessionId: found.session.id, user: found.user }
  }

  function find(request: FastifyRequest): Promise<SignedIn | null> {
    const known = asked.get(request) ?? read(request)
    asked.set(request, known)
    return known
  }

  async function forget(tx: Db | Tx, request: FastifyRequest): Promise<void> {
    const token = cookieOf(request, COOKIE)
    if (token !== undefined) await tx.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)))
    asked.delete(request)
  }

  return {
    find,
    async require(request) {
      const person = await find(request)
      if (!person) throw new AppError("unauthorized")
      return person
    },
    async start(tx, request, reply, userId) {
      await forget(tx, request)
      const now = clock()
      const { token, tokenHash } = newToken()
      await tx.insert(sessions).values({
        tokenHash,
        userId,
        userAgent: (request.headers["user-agent"] ?? "").slice(0, MOST_AGENT),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + LIFETIME_SECONDS * 1000),
      })
      reply.header("set-cookie", cookiesFor(token))
    },
    renew(request, reply) {
      const token = gained.get(request)
      if (token !== undefined) reply.header("set-cookie", cookiesFor(token))
    },
    async end(request, reply) {
      await forget(db, request)
      reply.header("set-cookie", [
        `${COOKIE}=; HttpOnly; Max-Age=0; ${attributes}`,
        `${HINT_COOKIE}=; Max-Age=0; ${attributes}`,
      ])
    },
  }
}

/** Ends all sessions of somebody, but for one. They stay as revoked until they expire. */
export async function revokeSessions(tx: Db | Tx, userId: string, now: Date, exceptId?: string): Promise<void> {
  const others = exceptId === undefined ? undefined : ne(sessions.id, exceptId)
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), others))
}

/** One cookie of the request; undefined when it carries none of that name. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const at = pair.indexOf("=")
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
