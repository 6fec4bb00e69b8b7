// Plans and payments, put together: the providers of the settings, and all doors of it.
import type { FastifyInstance } from "fastify"
import type { Clock } from "../core/clock.ts"
import type { Db } from "../core/db/database.server.ts"
import type { Logger } from "../core/log.server.ts"
import type { Sessions } from "../features/accounts/session.server.ts"
import { registerAffiliate } from "../features/affiliate/rest.server.ts"
import type { Billing } from "../features/billing/books.server.ts"
import type { BrowserHosts } from "../features/billing/providers/provider.ts"
import { openProviders, type PaymentSettings } from "../features/billing/providers/registry.server.ts"
import { registerBilling } from "../features/billing/rest.server.ts"
import { registerSandboxPage, type SandboxPageDeps } from "../features/billing/sandbox-page.server.ts"
import { registerWebhooks } from "../features/billing/webhooks.server.ts"
import { BILLING_HOOKS } from "../features/operator/billing-hooks.server.ts"

/** What a page has to allow where the provider has no script. */
export const NO_HOSTS: BrowserHosts = { script: [], frame: [], connect: [], style: [] }

type Parts = { db: Db; clock: Clock; log: Logger; payments: PaymentSettings }

/** What web and worker need to act upon payments. */
export async function openBilling({ db, clock, log, payments }: Parts): Promise<Billing> {
  const providers = await openProviders(payments, db, clock)
  return { db, clock, log, providers, hooks: BILLING_HOOKS }
}

export type BillingDoors = Omit<SandboxPageDeps, "billing"> & { sessions: Sessions; publicUrl: string }

export async function registerBillingDoors(app: FastifyInstance, billing: Billing, doors: BillingDoors): Promise<void> {
  registerBilling(app, billing, doors.sessions)
  registerAffiliate(app, { db: billing.db, sessions: doors.sessions, publicUrl: doors.publicUrl })
  await registerWebhooks(app, billing)
  await registerSandboxPage(app, { billing, translate: doors.translate, styles: doors.styles })
}
