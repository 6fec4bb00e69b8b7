// How many notifications a plan sends in a month (spec 9), counted by row locks: any number of processes count together.
import { sql } from "drizzle-orm"
import type { Tx } from "../../core/db/database.server.ts"
import { monthOf } from "./when.ts"

export type Wanted = { userId: string; wanted: number; limit: number }

/**
 * Takes notifications out of the month's quotas, as many as are left of those wanted; gives by person how many were granted. Months are
 * those of UTC. In the caller's transaction: what is not kept was not taken.
 */
export async function takeQuota(tx: Tx, wants: readonly Wanted[], now: Date): Promise<Map<string, number>> {
  if (wants.length === 0) return new Map()
  const month = monthOf(now)
  const people = JSON.stringify(wants.map(({ userId }) => userId))
  await tx.execute(sql`
    insert into notification_month (user_id, month)
    select person::uuid, ${month} from json_array_elements_text(${people}::json) as person order by person
    on conflict do nothing`)
  // In one order for everybody, so that two who want the same rows wait and do not block each other.
  const rows = await tx.execute<{ user_id: string; sent: number }>(sql`
    select user_id, sent from notification_month
    where month = ${month} and user_id in (select json_array_elements_text(${people}::json)::uuid) order by user_id for update`)
  const sent = new Map([...rows].map((row) => [row.user_id, Number(row.sent)]))
  const granted = new Map(
    wants.map(({ userId, wanted, limit }) => [userId, Math.max(0, Math.min(wanted, limit - (sent.get(userId) ?? 0)))]),
  )
  const taken = [...granted].filter(([, count]) => count > 0).map(([userId, count]) => ({ userId, count }))
  if (taken.length > 0)
    await tx.execute(sql`
      update notification_month set sent = sent + row.count
      from json_to_recordset(${JSON.stringify(taken)}::json) as row("userId" uuid, count int)
      where user_id = row."userId" and month = ${month}`)
  return granted
}
