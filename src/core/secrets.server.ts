// Keys that the site makes for itself: made once, by whichever process comes first, and kept in the database.
import { createHmac, timingSafeEqual } from "node:crypto"
import { eq } from "drizzle-orm"
import type { Db } from "./db/database.server.ts"
import { secrets } from "./secret-tables.server.ts"

/** The secret of this name; `make` is asked when there is none yet. Any number of processes get the same one. */
export async function getSecret(db: Db, name: string, make: () => string): Promise<string> {
  await db.insert(secrets).values({ name, value: make() }).onConflictDoNothing()
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  if (!row) throw new Error(`the secret ${name} is gone`)
  return row.value
}

/** A short proof that whoever holds `key` wrote `text`: HMAC-SHA-256, in base64url. */
export function sign(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url")
}

/** Whether `signature` is what sign() gives; takes the same time for every wrong one. */
export function isSignedBy(key: string, text: string, signature: string): boolean {
  const [wanted, given] = [Buffer.from(sign(key, text)), Buffer.from(signature)]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
