// Keys for programs: shown once, kept as hashes, and good for reading the public API alone.
import { randomBytes } from "node:crypto"
import { and, desc, eq } from "drizzle-orm"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { z } from "zod"
import type { Clock } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { lineText } from "../../core/given-values.ts"
import { parseBody } from "./rest.server.ts"
import { hashToken, type Sessions } from "./session.server.ts"
import { apiKeys, users } from "./tables.server.ts"

export const MOST_KEYS = 10
const KEY = /^Bearer (apyary_[A-Za-z0-9_-]{43})$/
/** A key in use is written down at most this often. */
const SEEN_EVERY_MS = 3_600_000

/**
 * Whose key the request carries in its Authorization header; null without one. Throws AppError "unauthorized" for a key that is
 * none, and "user_blocked".
 */
export async function findKeyOwner(db: Db, request: FastifyRequest, now: Date): Promise<string | null> {
  const { authorization } = request.headers
  if (authorization === undefined) return null
  const key = KEY.exec(authorization)?.[1]
  const [found] = key
    ? await db
        .select({ key: apiKeys, blockedAt: users.blockedAt })
        .from(apiKeys)
        .innerJoin(users, eq(users.id, apiKeys.userId))
        .where(eq(apiKeys.keyHash, hashToken(key)))
    : []
  if (!found) throw new AppError("unauthorized")
  if (found.blockedAt) throw new AppError("user_blocked")
  if (now.getTime() - (found.key.lastUsedAt?.getTime() ?? 0) > SEEN_EVERY_MS)
    await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, found.key.id))
  return found.key.userId
}

/** A person's keys, the newest first, without the keys themselves. */
export function listApiKeys(db: Db, userId: string) {
  return db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      ending: apiKeys.ending,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
}

/** Makes a key and gives it, for the only time. Throws AppError "key_limit" when the person has all they may have. */
async function addApiKey(db: Db, userId: string, name: string, now: Date): Promise<{ id: string; key: string }> {
  return db.transaction(async (tx) => {
    // Two requests at once wait for each other here, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update")
    if ((await tx.$count(apiKeys, eq(apiKeys.userId, userId))) >= MOST_KEYS) throw new AppError("key_limit")
    const key = `apyary_${randomBytes(32).toString("base64url")}`
    const [added] = await tx
      .insert(apiKeys)
      .values({ userId, name, keyHash: hashToken(key), ending: key.slice(-4), createdAt: now })
      .returning({ id: apiKeys.id })
    return { id: added?.id ?? "", key }
  })
}

const newKeySchema = z.object({ name: lineText(100) })
const keySchema = z.object({ id: z.uuid() })

export function registerApiKeys(
  app: FastifyInstance,
  { db, clock, sessions }: { db: Db; clock: Clock; sessions: Sessions },
): void {
  app.get("/api/settings/keys", async (request, reply) => {
    const { user } = await sessions.require(request)
    return reply.header("cache-control", "no-store").send(await listApiKeys(db, user.id))
  })
  app.post("/api/settings/keys", async (request, reply) => {
    const { user } = await sessions.require(request)
    const { name } = parseBody(newKeySchema, request.body)
    const made = await addApiKey(db, user.id, name, clock())
    return reply.code(201).header("cache-control", "no-store").send(made)
  })
  app.delete("/api/settings/keys/:id", async (request, reply) => {
    const { user } = await sessions.require(request)
    const { id } = parseBody(keySchema, request.params)
    await db.delete(apiKeys).where(and(eq(apiKeys.userId, user.id), eq(apiKeys.id, id)))
    return reply.code(204).header("cache-control", "no-store").send()
  })
}
