// The commands for plans: what they cost, what somebody gets by hand, and who is an ambassador.
import { z } from "zod"
import { setAffiliateRole } from "../affiliate/commands.server.ts"
import { grantPlan, revokeGrant } from "../billing/plan-changes.server.ts"
import { setPrice } from "../billing/price-commands.server.ts"
import { findSubscription, listTariffs } from "../billing/queries.server.ts"
import { TARIFF_PERIODS } from "../billing/tariffs.ts"
import { bumpVersion } from "../ingest/commands.server.ts"
import { BILLING_HOOKS } from "./billing-hooks.server.ts"
import { type Command, checked, commandName, invalid } from "./command.ts"
import { momentText } from "./print.ts"
import { getUser } from "./user-commands.server.ts"

const PAID = ["pro", "proPlus"] as const
const which = z.object({
  tariff: z.enum(PAID, { error: `must be ${PAID.join(" or ")}` }),
  period: z.enum(TARIFF_PERIODS, { error: `must be ${TARIFF_PERIODS.join(" or ")}` }),
})
const cents = (cost: number) => Math.abs(Math.round(cost * 100) - cost * 100) < 1e-6
const price = which.extend({
  cost: z.number().positive("must be above 0").max(100_000).refine(cents, "may have two decimals at most").nullish(),
  productId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/, "may have letters, digits, _ and - only")
    .nullish(),
})
const reason = z.string({ error: "is missing" }).trim().min(1, "is missing").max(500)
const grant = which.extend({ until: z.date({ error: "is missing" }), reason })

const PRICE_SET: Command = {
  name: commandName("price", "set"),
  about: "Sells a plan at another price or as another product of the payment provider",
  words: ["tariff", "period"],
  fields: [
    { name: "cost", kind: "number", about: "what one period costs; without it, what it costs now" },
    { name: "productId", kind: "text", about: "the payment provider's product id; without it, the one of now" },
  ],
  example: "price:set pro yearly --cost 96 --product-id pri_01abc",
  async run({ words: [tariff, period], values }, { db, now }) {
    const input = checked(price, { tariff, period, ...values })
    if (input.cost == null && input.productId == null) throw invalid({ cost: "is missing, and so is --product-id" })
    return db.transaction(async (tx) => {
      const current = (await listTariffs(tx)).find(({ code }) => code === input.tariff)
      const isYearly = input.period === "yearly"
      const cost = input.cost ?? (isYearly ? current?.yearCost : current?.monthCost) ?? 0
      const productId = input.productId ?? (isYearly ? current?.yearProductId : current?.monthProductId) ?? ""
      const set = { tariffCode: input.tariff, tariffPeriod: input.period, cost, productId }
      await setPrice(tx, set, now)
      await bumpVersion(tx, now)
      return {
        text: `${input.tariff}, ${input.period}, costs ${cost} ${current?.currency} and is the product ${productId}.`,
        json: { done: "changed", ...set },
      }
    })
  },
}

const GRANT: Command = {
  name: commandName("plan", "grant"),
  about: "Gives somebody a plan by hand until a day; what they pay for goes on behind it",
  words: ["email", "tariff", "period"],
  fields: [
    { name: "until", kind: "end", about: "when it ends", required: true },
    { name: "reason", kind: "text", about: "why, for the books", required: true },
  ],
  example: 'plan:grant ada@example.org pro monthly --until 2026-12-31 --reason "found a bug"',
  async run({ words: [email = "", tariff, period], values }, context) {
    const input = checked(grant, { tariff, period, ...values })
    if (input.until <= context.now) throw invalid({ until: "is over already" })
    const user = await getUser(context, email)
    const given = { tariffCode: input.tariff, period: input.period, until: input.until, reason: input.reason }
    await context.db.transaction((tx) => grantPlan(tx, user.id, given, BILLING_HOOKS, context.now))
    const plan = await findSubscription(context.db, user.id, context.now)
    return {
      text: `${user.email} has ${plan.tariffCode} until ${momentText(plan.tariffActiveTo)}.`,
      json: { done: "granted", email: user.email, plan },
    }
  },
}

const REVOKE: Command = {
  name: commandName("plan", "revoke"),
  about: "Takes back at once a plan that was given by hand",
  words: ["email"],
  fields: [{ name: "reason", kind: "text", about: "why, for the books", required: true }],
  example: 'plan:revoke ada@example.org --reason "given by mistake"',
  async run({ words: [email = ""], values }, context) {
    const input = checked(z.object({ reason }), values)
    const user = await getUser(context, email)
    const isDone = await context.db.transaction((tx) =>
      revokeGrant(tx, user.id, input.reason, BILLING_HOOKS, context.now),
    )
    const plan = await findSubscription(context.db, user.id, context.now)
    return {
      text: isDone
        ? `${user.email} has ${plan.tariffCode} now.`
        : `Nothing to do: ${user.email} was given no plan that holds.`,
      json: { done: isDone ? "revoked" : "nothing", email: user.email, plan },
    }
  },
}

const ROLES = ["affiliate", "ambassador"] as const
const ROLE: Command = {
  name: commandName("affiliate", "role"),
  about: "Makes somebody an ambassador, or an affiliate like everybody",
  words: ["email", "role"],
  fields: [],
  example: "affiliate:role ada@example.org ambassador",
  async run({ words: [email = "", word] }, context) {
    const { role } = checked(z.object({ role: z.enum(ROLES, { error: `must be ${ROLES.join(" or ")}` }) }), {
      role: word,
    })
    const user = await getUser(context, email)
    await context.db.transaction((tx) => setAffiliateRole(tx, user.id, role))
    return { text: `${user.email} is an ${role}.`, json: { done: "changed", email: user.email, role } }
  },
}

export const PLAN_COMMANDS: readonly Command[] = [PRICE_SET, GRANT, REVOKE, ROLE]
