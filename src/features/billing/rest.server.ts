// What a signed-in person does about their plan: start paying, take a smaller plan, end it, take that back (contract/rest).
import type { FastifyInstance, FastifyRequest } from "fastify"
import { z } from "zod"
import { AppError } from "../../core/errors.ts"
import { cookieOf, type Sessions } from "../accounts/session.server.ts"
import { type Billing, userToken } from "./books.server.ts"
import { cancel, downgrade, resume } from "./plan-changes.server.ts"
import { findPromo, loadProducts } from "./queries.server.ts"
import { cancelSchema, downgradeSchema } from "./schema.ts"
import { TARIFF_PERIODS } from "./tariffs.ts"

const CODE = /^[A-Za-z0-9_-]{1,64}$/
const checkoutSchema = z.object({
  tariffCode: z.enum(["pro", "proPlus"]),
  period: z.enum(TARIFF_PERIODS),
  promo: z.string().max(120).optional(),
})

export function registerBilling(app: FastifyInstance, billing: Billing, sessions: Sessions): void {
  const { db, clock } = billing
  const privately = { "cache-control": "private, no-store" }

  app.post("/api/tariff/downgrade", async (request, reply) => {
    const { user } = await sessions.require(request)
    const input = read(downgradeSchema, request.body)
    return reply.headers(privately).send(await downgrade(billing, user.id, input))
  })

  app.post("/api/tariff/cancel", async (request, reply) => {
    const { user } = await sessions.require(request)
    const input = read(cancelSchema, request.body)
    return reply.headers(privately).send(await cancel(billing, user.id, input))
  })

  app.post("/api/tariff/resume", async (request, reply) => {
    const { user } = await sessions.require(request)
    return reply.headers(privately).send(await resume(billing, user.id))
  })

  // What a payment button carries. A promo that does not run any more is left out: the checkout shows the price before anything is paid.
  app.get("/api/checkout", async (request, reply) => {
    const { user } = await sessions.require(request)
    const { tariffCode, period, promo } = read(checkoutSchema, request.query)
    const provider = billing.providers.active
    if (!provider) throw new AppError("provider_not_configured", { message: "Nobody can pay here now." })
    const products = await loadProducts(db)
    const found = promo === undefined ? undefined : await findPromo(db, promo, clock())
    return reply.headers(privately).send(
      provider.checkout({
        email: user.email,
        productId: products.productOf({ code: tariffCode, period }),
        referralId: codeOf(request, "rcid"),
        affCode: codeOf(request, "aff"),
        coupon: found?.promoCode ?? null,
        userToken: await userToken(db, user.id),
      }),
    )
  })
}

function codeOf(request: FastifyRequest, name: string): string | null {
  const code = cookieOf(request, name)
  return code !== undefined && CODE.test(code) ? code : null
}

/** Throws AppError "invalid_parameter", which names each field at fault. */
function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const names = parsed.error.issues.map(({ path }) => String(path[0] ?? "body"))
  throw new AppError("invalid_parameter", {
    message: `Missing or malformed: ${[...new Set(names)].join(", ")}.`,
    fields: Object.fromEntries(names.map((name) => [name, "invalid_parameter"])),
  })
}
