import { useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { localePath } from "../../i18n/locales.ts"
import { type CalculatorInput, calculate } from "./calculator.ts"

const USUAL_AMOUNT = 1000
const USUAL_DAYS = 365

type Props = {
  symbol: string
  path: string
  /** `date`: the finished text of the day that the rate is of. */
  input: CalculatorInput & { date: string; amount: number | null; days: number | null }
}

/** What an amount earns in a time. With JavaScript at once; without it by a form that asks the server. */
export function Calculator({ symbol, path, input }: Props) {
  const { t, locale } = useI18n()
  const [amountText, setAmountText] = useState(String(input.amount ?? USUAL_AMOUNT))
  const [daysText, setDaysText] = useState(String(input.days ?? USUAL_DAYS))
  const amount = Number(amountText)
  const days = Number(daysText)
  const isUsable = amountText !== "" && Number.isFinite(amount) && amount > 0 && days >= 1 && days <= 3650
  return (
    <section aria-labelledby="calculator" className="panel p-5">
      <h2 id="calculator">{t("offer:calculator.title")}</h2>
      <form
        action={localePath(locale, path)}
        method="get"
        className="mt-3 flex flex-col gap-3"
        onSubmit={(event) => event.preventDefault()}
      >
        <label className="flex flex-col gap-1 text-sm">
          <span className="text-muted">{t("offer:calculator.amount", { symbol })}</span>
          <input
            name="amount"
            type="number"
            inputMode="decimal"
            min="0"
            step="any"
            value={amountText}
            onChange={(event) => setAmountText(event.target.value)}
            className="field"
          />
        </label>
        <label className="flex flex-col gap-1 text-sm">
          <span className="text-muted">{t("offer:calculator.days")}</span>
          <input
            name="days"
            type="number"
            inputMode="numeric"
            min="1"
            max="3650"
            step="1"
            value={daysText}
            onChange={(event) => setDaysText(event.target.value)}
            className="field"
          />
        </label>
        <noscript>
          <button type="submit" className="button button-main w-full">
            {t("offer:calculator.calculate")}
          </button>
        </noscript>
      </form>
      <div role="status" className="mt-4">
        {isUsable ? (
          <Result input={input} amount={amount} days={days} symbol={symbol} />
        ) : (
          <p className="text-muted">{t("offer:calculator.invalid")}</p>
        )}
      </div>
    </section>
  )
}

function Result({
  input,
  amount,
  days,
  symbol,
}: {
  input: Props["input"]
  amount: number
  days: number
  symbol: string
}) {
  const { t, formats } = useI18n()
  const result = calculate(input, amount, days)
  if (result.kind === "unknown") return <p className="text-muted">{t("offer:calculator.unknown")}</p>
  if (result.kind === "belowMinimum") {
    return (
      <p className="text-warn">
        {t("offers:yours.belowMinimum", { min: `${formats.number(result.minAmount, 8)} ${symbol}` })}
      </p>
    )
  }
  const digits = result.earned >= 100 ? 2 : result.earned >= 1 ? 4 : 8
  return (
    <>
      <p className="text-sm text-muted">{t("offer:calculator.earns", { date: input.date })}</p>
      <p className="text-2xl font-semibold tabular-nums" suppressHydrationWarning>
        {formats.number(result.earned, digits)} {symbol}
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-sm text-muted" suppressHydrationWarning>
        <li suppressHydrationWarning>{t("offer:calculator.rate", { rate: formats.percent(result.ratePercent) })}</li>
        <li>{t(result.compounded ? "offer:calculator.compounded" : "offer:calculator.simple")}</li>
        {result.idleAmount > 0 && (
          <li className="text-warn">
            {t("offers:yours.idle", { amount: `${formats.number(result.idleAmount, 8)} ${symbol}` })}
          </li>
        )}
        {result.termDays !== null && (
          <li className="text-warn" suppressHydrationWarning>
            {t("offer:calculator.term", { count: result.termDays, text: formats.number(result.termDays) })}
          </li>
        )}
        {result.lockedLonger && <li className="text-warn">{t("offer:calculator.locked")}</li>}
        <li>{t("offer:calculator.note")}</li>
      </ul>
    </>
  )
}
