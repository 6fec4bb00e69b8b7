// People with plans in a test: somebody signed in, and webhooks of the sandbox as it would send them.
import { newToken } from "../src/features/accounts/session.server.ts"
import { sessions, users } from "../src/features/accounts/tables.server.ts"
import type { PaymentEvent, PlanState } from "../src/features/billing/ledger.ts"
import { newSecret } from "../src/features/billing/providers/registry.server.ts"
import { periodEnd, sandboxEvent, signSandbox } from "../src/features/billing/providers/sandbox.server.ts"
import { userToken } from "../src/features/billing/books.server.ts"
import type { TariffCode, TariffPeriod } from "../src/features/billing/tariffs.ts"
import { getSecret } from "../src/core/secrets.server.ts"
import type { TestApp } from "./test-app.ts"
import { type Visitor, visitor } from "./visitor.ts"

export type Person = Visitor & { id: string; email: string; affCode: string; token: string }

let people = 0

/** Somebody with an account, signed in. */
export async function account(site: TestApp, wishes: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  const n = ++people
  const [user] = await site.db
    .insert(users)
    .values({ email: `person${n}@example.org`, locale: "en", affCode: `code${n}`, ...wishes })
    .returning()
  if (!user) throw new Error("nobody was inserted")
  const { token, tokenHash } = newToken()
  const now = site.clock()
  const expiresAt = new Date(now.getTime() + 1e12)
  await site.db
    .insert(sessions)
    .values({ tokenHash, userId: user.id, userAgent: "test", createdAt: now, lastSeenAt: now, expiresAt })
  const browser = visitor(site)
  browser.cookies.set("session", token)
  return Object.assign(browser, {
    id: user.id,
    email: user.email,
    affCode: user.affCode,
    token: await userToken(site.db, user.id),
  })
}

/** Posts a text to the webhooks of the sandbox, signed now unless told otherwise. */
export async function postSandbox(site: TestApp, raw: string, headers?: Record<string, string>) {
  const secret = await getSecret(site.db, "sandbox-webhooks", newSecret)
  return site.app.inject({
    method: "POST",
    url: "/api/webhooks/sandbox",
    headers: { "content-type": "application/json", ...(headers ?? signSandbox(secret, raw, site.clock())) },
    payload: raw,
  })
}

/** What a plan is from now on for one period. */
export function planState(
  site: TestApp,
  code: TariffCode,
  period: TariffPeriod,
  change: Partial<PlanState> = {},
): PlanState {
  const now = site.clock()
  return {
    tariffCode: code,
    tariffPeriod: period,
    from: now.toISOString(),
    to: periodEnd(now, period).toISOString(),
    next: null,
    renews: true,
    isPastDue: false,
    ...change,
  }
}

/** The text of an event about somebody's subscription. */
export function eventText(
  site: TestApp,
  type: PaymentEvent["type"],
  user: Pick<Person, "token"> | null,
  draft: Parameters<typeof sandboxEvent>[2],
): string {
  const token = user?.token ?? null
  return sandboxEvent(type, site.clock(), {
    subscriptionKey: `sub ${token ?? ""}`,
    person: { userToken: token, email: null, customerId: null },
    ...draft,
  })
}

/** Somebody who has paid for a plan now. */
export async function subscriber(
  site: TestApp,
  code: TariffCode,
  period: TariffPeriod = "monthly",
  wishes: Partial<typeof users.$inferInsert> = {},
): Promise<Person> {
  const user = await account(site, wishes)
  const answer = await postSandbox(site, eventText(site, "activated", user, { state: planState(site, code, period) }))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return user
}
