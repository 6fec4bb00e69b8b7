import { useEffect, useRef, useState } from "react"
import { rememberPage } from "../accounts/come-back.ts"
import { useI18n } from "../../i18n/I18n.tsx"
import { localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import { useNavigation } from "../../ui/navigation.tsx"
import {
  askCheckout,
  type CheckoutAnswer,
  checkoutAttributes,
  loadPaddle,
  paddleLocale,
  paddleOptions,
} from "./checkout.ts"
import type { Purchase } from "./plan-flow.ts"
import type { PlanPanelData } from "./plan-panel-data.ts"
import { moneyText } from "./price-text.ts"
import { pricePerPeriod } from "./prices.ts"
import type { Promo } from "./promo.ts"
import { rememberWish } from "./wait-for-plan.ts"

export type CheckoutStepProps = {
  purchase: Purchase
  panel: PlanPanelData
  promo: Promo | null
  /** A paid plan runs, whose place the new one takes. */
  isReplacing: boolean
  /** Nobody can pay now. */
  onFailed: () => void
  onLeave: () => void
}

/** What is bought and for how much, and the payment button (spec 2: confirm for upgrade and switch, renew). */
export function CheckoutStep({ purchase, panel, promo, isReplacing, onFailed, onLeave }: CheckoutStepProps) {
  const { t, locale, formats } = useI18n()
  const { navigate } = useNavigation()
  const slug = promo?.slug ?? null
  const asking = useRef<Promise<CheckoutAnswer> | null>(null)
  const [answer, setAnswer] = useState<CheckoutAnswer | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { code, period } = purchase
  const plan = panel.plans.find((one) => one.code === code)

  useEffect(() => {
    let isGone = false
    asking.current = askCheckout(purchase, slug)
    void asking.current.then((given) => !isGone && setAnswer(given))
    return () => void (isGone = true)
  }, [purchase, slug])

  useEffect(() => {
    // Back from the provider's page, as the browser kept this one.
    const reset = () => setBusy(false)
    addEventListener("pageshow", reset)
    return () => removeEventListener("pageshow", reset)
  }, [])

  const successUrl = () => location.origin + localePath(locale, href("preparingAccount"))
  const attributes = answer?.isOk ? checkoutAttributes(answer.checkout, successUrl()) : {}

  async function pay() {
    setBusy(true)
    const given = await (asking.current ?? askCheckout(purchase, slug))
    if (!given.isOk) {
      if (given.code !== "unauthorized") return onFailed()
      rememberPage()
      return navigate(localePath(locale, href("authLogin")))
    }
    const { checkout } = given
    rememberWish(purchase)
    if (checkout.url !== null) return location.assign(checkout.url)
    try {
      const paddle = await loadPaddle(checkout)
      // A popup lies above everything, the provider's overlay too.
      onLeave()
      paddle.Checkout.open(paddleOptions(checkoutAttributes(checkout, successUrl()), paddleLocale(locale)))
    } catch {
      onFailed()
    }
  }

  if (!plan) return null
  const price = pricePerPeriod(plan, period, promo?.sale ?? null)
  const money = (amount: number) => moneyText(locale, plan.currency, amount)
  return (
    <>
      <p>{t(isReplacing ? "billing:checkout.replaces" : "billing:checkout.begins")}</p>
      <dl className="panel mt-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 p-4">
        <dt className="text-muted">{t("billing:checkout.plan")}</dt>
        <dd className="font-semibold">{plan.name}</dd>
        <dt className="text-muted">{t("billing:period.label")}</dt>
        <dd>{t(`billing:period.${period}`)}</dd>
        {promo && (
          <>
            <dt className="text-muted">{t("billing:checkout.promo")}</dt>
            <dd>{t("billing:promo.short", { code: promo.promoCode, percent: formats.number(100 - promo.sale) })}</dd>
          </>
        )}
        <dt className="text-muted">{t("billing:checkout.price")}</dt>
        <dd className="tabular-nums">
          {price.old !== null && (
            <s className="mr-2 text-muted">
              <span className="sr-only">{t("billing:price.before")} </span>
              {money(price.old)}
            </s>
          )}
          <strong>{t(`billing:checkout.per.${period}`, { price: money(price.amount) })}</strong>
        </dd>
      </dl>
      <p className="mt-3 text-sm text-muted">{t("billing:checkout.tax")}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <button
          type="button"
          data-focus
          {...attributes}
          className="button button-main"
          disabled={isBusy}
          onClick={() => void pay()}
        >
          {t(isBusy ? "billing:busy" : "billing:checkout.pay")}
        </button>
        <button type="button" className="button" onClick={onLeave}>
          {t("billing:back")}
        </button>
      </p>
      {answer?.isOk && answer.checkout.isTest && (
        <p className="mt-5 rounded-lg bg-honey-soft px-4 py-3 text-sm">{t("billing:checkout.test")}</p>
      )}
    </>
  )
}
