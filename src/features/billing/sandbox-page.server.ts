// The sandbox's checkout: a page that behaves like a provider's, says that it is none, and sends its webhooks through the same door.
import type { FastifyInstance, FastifyRequest } from "fastify"
import { z } from "zod"
import { AppError } from "../../core/errors.ts"
import { getSecret } from "../../core/secrets.server.ts"
import { DEFAULT_LOCALE, isLocale, LOCALE_COOKIE, type Locale, localePath } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import { href } from "../../routes.ts"
import { cookieOf } from "../accounts/session.server.ts"
import { type Billing, receiveWebhook } from "./books.server.ts"
import { pricePerPeriod } from "./prices.ts"
import { newSecret } from "./providers/registry.server.ts"
import { sandboxEvent, sandboxPurchase, signSandbox } from "./providers/sandbox.server.ts"
import { findSale, listTariffs, loadProducts } from "./queries.server.ts"

export type SandboxPageDeps = {
  billing: Billing
  translate(locale: Locale): Translate
  /** Addresses of the site's styles. */
  styles(): Promise<readonly string[]>
}

const code = z.string().max(64).optional()
const querySchema = z.object({
  product: z.string().min(1).max(200),
  email: z.string().min(3).max(255),
  user: z.string().max(300).optional(),
  referral: code,
  aff: code,
  coupon: code,
})
const bodySchema = z.object({ outcome: z.enum(["pay", "decline"]) })
/** Where somebody who paid waits for the news of it. */
const AFTER_PAYMENT = "/preparing-account"

/** Only where the sandbox is the provider: anywhere else there are no such pages. */
export async function registerSandboxPage(app: FastifyInstance, deps: SandboxPageDeps): Promise<void> {
  const { billing } = deps
  if (billing.providers.active?.id !== "sandbox") return
  await app.register(async (scope) => {
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    scope.get("/sandbox/checkout", async (request, reply) =>
      reply
        .header("cache-control", "private, no-store")
        .header("x-robots-tag", "noindex")
        .type("text/html; charset=utf-8")
        .send(await page(request, null)),
    )

    scope.post("/sandbox/checkout", async (request, reply) => {
      const { outcome } = read(bodySchema, request.body)
      const asked = await readAsked(request)
      reply.header("cache-control", "private, no-store")
      const { query, plan, amount, currency } = asked
      const person = { userToken: query.user ?? null, email: query.email, customerId: null }
      const now = billing.clock()
      if (outcome === "decline") {
        await post([sandboxEvent("paymentFailed", now, { person })])
        return reply.type("text/html; charset=utf-8").send(await page(request, "declined"))
      }
      const order = {
        amount,
        currency,
        coupon: query.coupon ?? null,
        rcid: query.referral ?? null,
        affCode: query.aff ?? null,
      }
      await post(sandboxPurchase(person, plan, order, now))
      return reply.redirect(localePath(localeOf(request), AFTER_PAYMENT), 303)
    })
  })

  /** Sends the texts as webhooks: signed, and taken like those of any provider. */
  async function post(texts: readonly string[]): Promise<void> {
    const secret = await getSecret(billing.db, "sandbox-webhooks", newSecret)
    for (const raw of texts) await receiveWebhook(billing, "sandbox", raw, signSandbox(secret, raw, billing.clock()))
  }

  async function readAsked(request: FastifyRequest) {
    const query = read(querySchema, request.query)
    const plan = (await loadProducts(billing.db)).planOf(query.product)
    const tariff = (await listTariffs(billing.db)).find((one) => one.code === plan?.code)
    if (!plan || !tariff) throw new AppError("not_found", { message: "There is no such product." })
    const sale = query.coupon === undefined ? undefined : await findSale(billing.db, query.coupon, billing.clock())
    const { amount } = pricePerPeriod(tariff, plan.period, sale ?? null)
    return { query, plan, tariff, amount, currency: tariff.currency }
  }

  async function page(request: FastifyRequest, problem: "declined" | null): Promise<string> {
    const { query, plan, tariff, amount, currency } = await readAsked(request)
    const locale = localeOf(request)
    const t = deps.translate(locale)
    const price = new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount)
    const period = t(`billing:sandbox.period.${plan.period}`)
    const styles = (await deps.styles()).map((address) => `<link rel="stylesheet" href="${escape(address)}">`).join("")
    return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escape(t("billing:sandbox.title"))}</title>${styles}</head><body class="bg-ground text-ink"><main class="mx-auto grid max-w-md gap-4 p-6"><p class="panel bg-honey-soft p-4 font-medium" role="note">${escape(t("billing:sandbox.notice"))}</p><h1 class="text-2xl font-semibold">${escape(t("billing:sandbox.title"))}</h1>${problem ? `<p class="text-bad" role="alert">${escape(t("billing:sandbox.declined"))}</p>` : ""}<dl class="panel grid gap-2 p-4"><dt class="text-muted">${escape(t("billing:sandbox.plan"))}</dt><dd>${escape(`${tariff.name}, ${period}`)}</dd><dt class="text-muted">${escape(t("billing:sandbox.price"))}</dt><dd class="tabular-nums">${escape(price)}</dd><dt class="text-muted">${escape(t("billing:sandbox.email"))}</dt><dd>${escape(query.email)}</dd></dl><form method="post" class="grid gap-2"><button class="button button-main" name="outcome" value="pay">${escape(t("billing:sandbox.pay", { price }))}</button><button class="button" name="outcome" value="decline">${escape(t("billing:sandbox.decline"))}</button></form><p><a href="${escape(localePath(locale, href("pricing")))}">${escape(t("billing:sandbox.leave"))}</a></p></main></body></html>`
  }
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {})
  if (!parsed.success)
    throw new AppError("bad_request", { message: "The checkout was not opened by a payment button." })
  return parsed.data
}

/** The checkout speaks the language of the page before it. */
function localeOf(request: FastifyRequest): Locale {
  const chosen = cookieOf(request, LOCALE_COOKIE)
  return chosen !== undefined && isLocale(chosen) ? chosen : DEFAULT_LOCALE
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
}
