// Writes that belong to no other feature: what readers get to see of the market.
import { and, eq, ne } from "drizzle-orm"
import type { Tx } from "../../core/db/database.server.ts"
import { cards, currencies, exchanges, offers, protocols, wallets } from "../market/tables.server.ts"

const TABLES = {
  currency: currencies,
  exchange: exchanges,
  protocol: protocols,
  wallet: wallets,
  card: cards,
  offer: offers,
} as const
export type EntityKind = keyof typeof TABLES
export const ENTITY_KINDS = Object.keys(TABLES) as EntityKind[]

/** Shows or hides an entity: "changed", "same" when it was so already, "missing" when there is none. */
export async function setPublished(
  tx: Tx,
  kind: EntityKind,
  slug: string,
  published: boolean,
): Promise<"changed" | "same" | "missing"> {
  const entities = TABLES[kind]
  const changed = await tx
    .update(entities)
    .set({ published })
    .where(and(eq(entities.slug, slug), ne(entities.published, published)))
    .returning({ id: entities.id })
  if (changed.length > 0) return "changed"
  return (await tx.$count(entities, eq(entities.slug, slug))) > 0 ? "same" : "missing"
}
