// What a change of somebody's plan or orders brings with it in other features, for commands and for the site alike.
import { attributeOrder } from "../affiliate/orders.server.ts"
import type { BillingHooks } from "../billing/books.server.ts"

export const BILLING_HOOKS: BillingHooks = {
  onOrder: attributeOrder,
  onPlan: async () => {},
}
