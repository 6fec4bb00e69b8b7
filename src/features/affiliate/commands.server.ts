import { isDeepStrictEqual } from "node:util"
import { eq, inArray, sql } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { users } from "../accounts/tables.server.ts"
import type { Partner } from "./queries.server.ts"
import type { PartnerInput } from "./schema.ts"
import { affiliateClicks, affiliateRoles, partnerClicks, partners } from "./tables.server.ts"

/** Counts a click: the partner and the day, nothing about who clicked. */
export async function countClick(db: Db, partnerId: number, day: string): Promise<void> {
  await db
    .insert(partnerClicks)
    .values({ partnerId, day, clicks: 1 })
    .onConflictDoUpdate({
      target: [partnerClicks.partnerId, partnerClicks.day],
      set: { clicks: sql`${partnerClicks.clicks} + 1` },
    })
}

/** Counts a visit through somebody's link: the code and the day, nothing about who came. A code that is nobody's is not counted. */
export async function countVisit(db: Db, codes: readonly string[], day: string): Promise<void> {
  const known = await db
    .select({ affCode: users.affCode })
    .from(users)
    .where(inArray(users.affCode, [...codes]))
  for (const { affCode } of known) {
    await db
      .insert(affiliateClicks)
      .values({ affCode, day, clicks: 1 })
      .onConflictDoUpdate({
        target: [affiliateClicks.affCode, affiliateClicks.day],
        set: { clicks: sql`${affiliateClicks.clicks} + 1` },
      })
  }
}

/** Makes somebody an ambassador, or an affiliate like everybody. Commissions that were given keep their percentage. */
export async function setAffiliateRole(tx: Tx, userId: string, role: "affiliate" | "ambassador"): Promise<void> {
  await tx
    .insert(affiliateRoles)
    .values({ userId, role })
    .onConflictDoUpdate({ target: affiliateRoles.userId, set: { role } })
}

/** Adds a partner; undefined, and nothing is written, when there is one with its slug. */
export async function addPartner(tx: Tx, input: PartnerInput): Promise<Partner | undefined> {
  const [added] = await tx.insert(partners).values(input).onConflictDoNothing({ target: partners.slug }).returning()
  return added
}

/**
 * Changes the partner with this slug to what `decide` makes of it, and names the fields that are different now.
 * Writes nothing when there are none; undefined when there is no such partner.
 */
export async function changePartner(
  tx: Tx,
  slug: string,
  decide: (partner: Partner) => Promise<PartnerInput>,
): Promise<{ row: Partner; changed: string[] } | undefined> {
  const [before] = await tx.select().from(partners).where(eq(partners.slug, slug)).for("update")
  if (!before) return undefined
  const input = await decide(before)
  const fields = Object.keys(input) as (keyof PartnerInput)[]
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], input[field]))
  if (changed.length === 0) return { row: before, changed }
  const [after] = await tx.update(partners).set(input).where(eq(partners.id, before.id)).returning()
  return { row: after ?? before, changed }
}

/** Removes a partner with its counted clicks; undefined when there is none with this slug. */
export async function removePartner(tx: Tx, slug: string): Promise<Partner | undefined> {
  const [removed] = await tx.delete(partners).where(eq(partners.slug, slug)).returning()
  return removed
}

/**
 * Makes every offer say what the partners say: "known" when a published partner that pays is its provider, else no longer "known".
 * Gives how many offers changed. Safe to do again.
 */
export async function applyCommissions(tx: Db | Tx): Promise<number> {
  const changed = await tx.execute(sql`
    update offer set commission = wanted.commission
    from (
      select o.id, case
        when exists (
          select 1 from partner p where p.pays and p.published and p.provider_slug =
            case p.provider_kind when 'exchange' then e.slug when 'protocol' then pr.slug when 'wallet' then w.slug end
        ) then 'known'
        when o.commission = 'known' then 'none'
        else o.commission
      end as commission
      from offer o
      left join exchange e on e.id = o.exchange_id
      left join protocol pr on pr.id = o.protocol_id
      left join wallet w on w.id = o.wallet_id
    ) wanted
    where wanted.id = offer.id and wanted.commission <> offer.commission
    returning offer.id`)
  return changed.length
}
