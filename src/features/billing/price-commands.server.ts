import type { Tx } from "../../core/db/database.server.ts"
import { tariffPrices, tariffProducts } from "./tables.server.ts"
import type { TariffCode, TariffPeriod } from "./tariffs.ts"

export type NewPrice = {
  tariffCode: Exclude<TariffCode, "free">
  tariffPeriod: TariffPeriod
  cost: number
  productId: string
}

/**
 * Sells a plan for another price, or as another product, from now on. The products before stay known: who bought them still pays for them.
 * Readers of pages see it with the next version of the market.
 */
export async function setPrice(tx: Tx, price: NewPrice, now: Date): Promise<void> {
  const { tariffCode, tariffPeriod, productId } = price
  const values = { ...price, updatedAt: now }
  await tx
    .insert(tariffPrices)
    .values(values)
    .onConflictDoUpdate({ target: [tariffPrices.tariffCode, tariffPrices.tariffPeriod], set: values })
  const product = { productId, tariffCode, tariffPeriod }
  await tx.insert(tariffProducts).values(product).onConflictDoUpdate({ target: tariffProducts.productId, set: product })
}
