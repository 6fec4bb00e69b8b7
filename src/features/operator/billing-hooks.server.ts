// What a change of somebody's plan or orders brings with it in other features, for commands and for the site alike.
import { attributeOrder } from "../affiliate/orders.server.ts"
import { applyPlan } from "../alerts/plan.server.ts"
import type { BillingHooks } from "../billing/books.server.ts"

export const BILLING_HOOKS: BillingHooks = {
  onOrder: attributeOrder,
  async onPlan(tx, userId, tariff, now) {
    await applyPlan(tx, userId, tariff, now)
  },
}
