// Who earns from an order: whoever brought the buyer, once per order, and not from money that was given back.
import { eq } from "drizzle-orm"
import type { Tx } from "../../core/db/database.server.ts"
import { users } from "../accounts/tables.server.ts"
import type { OrderRow } from "../billing/books.server.ts"
import { type AffiliateRole, COMMISSION_PERCENT, commissionOf } from "./roles.ts"
import { affiliateRoles, commissions } from "./tables.server.ts"

/**
 * Gives the commission of an order to who brought the buyer: the affiliate's code counts before a friend's, the code that the checkout
 * carried before the one at registration. Nobody earns from their own order. May be told the same order any number of times: who earns it
 * and at which percentage is decided once, the amount follows what was given back.
 */
export async function attributeOrder(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const [known] = await tx.select().from(commissions).where(eq(commissions.orderId, order.id))
  const earner = known ?? (await findEarner(tx, order))
  if (!earner) return
  const { userId, role } = earner
  const percent = known?.percent ?? COMMISSION_PERCENT[role]
  const amount = commissionOf(order.amount, order.refundedAmount, percent)
  const values = {
    amount,
    reversedAmount: Math.round((commissionOf(order.amount, 0, percent) - amount) * 100) / 100,
    reversedAt: order.refundedAt,
  }
  await tx
    .insert(commissions)
    .values({ orderId: order.id, userId, role, percent, currency: order.currency, createdAt: now, ...values })
    .onConflictDoUpdate({ target: commissions.orderId, set: values })
}

async function findEarner(tx: Tx, order: OrderRow): Promise<{ userId: string; role: AffiliateRole } | null> {
  if (order.userId === null) return null
  const [buyer] = await tx.select().from(users).where(eq(users.id, order.userId))
  const ways = [
    { code: order.affCode ?? buyer?.broughtByAff ?? null, isFriend: false },
    { code: order.rcid ?? buyer?.broughtByRcid ?? null, isFriend: true },
  ]
  for (const { code, isFriend } of ways) {
    if (code === null) continue
    const [found] = await tx
      .select({ userId: users.id, role: affiliateRoles.role })
      .from(users)
      .leftJoin(affiliateRoles, eq(affiliateRoles.userId, users.id))
      .where(eq(users.affCode, code))
    if (!found || found.userId === order.userId) continue
    return { userId: found.userId, role: isFriend ? "referral" : (found.role ?? "affiliate") }
  }
  return null
}
