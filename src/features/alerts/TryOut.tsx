import { useEffect, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { callApi } from "../accounts/api.ts"
import { type Draft, ruleOf, wrongFields } from "./draft.ts"
import { messageOf } from "./message.ts"
import { FailureText } from "./Notes.tsx"
import type { TriedOut } from "./page-data.ts"
import { useDoing } from "./use-doing.ts"

/** The newest messages that are shown before somebody asks for all. */
const FIRST = 5

/** Try before you save: when the rule would have fired, and what that means for the month's quota. */
export function TryOut({ draft, days, isVisitor }: { draft: Draft; days: number; isVisitor: boolean }) {
  const { t } = useI18n()
  const doing = useDoing()
  const rule = JSON.stringify(ruleOf(draft))
  const [tried, setTried] = useState<{ rule: string; result: TriedOut } | null>(null)
  const [isWrong, setWrong] = useState(false)
  useEffect(() => setWrong(false), [rule])

  async function run() {
    setWrong(wrongFields(draft).length > 0)
    if (wrongFields(draft).length > 0) return
    const answer = await doing.run<TriedOut>(() => callApi("POST", "/api/alerts/try", ruleOf(draft)))
    setTried(answer ? { rule, result: answer.data } : null)
  }

  return (
    <section aria-labelledby="try-out" className="rounded-lg bg-raised p-4">
      <h3 id="try-out">{t("alerts:try.title")}</h3>
      <p className="mt-1 text-[0.9375rem] text-muted">
        {t(isVisitor ? "alerts:try.visitor" : "alerts:try.text", { days })}
      </p>
      {!isVisitor && (
        <>
          <p className="mt-3">
            <button type="button" className="button" aria-disabled={doing.isBusy} onClick={() => void run()}>
              {t(doing.isBusy ? "alerts:try.busy" : "alerts:try.button")}
            </button>
          </p>
          <div role="status" className="empty:hidden">
            {isWrong && <p className="mt-3 text-[0.9375rem] text-bad">{t("alerts:try.wrong")}</p>}
            {doing.outcome?.failure && (
              <p className="mt-3 text-[0.9375rem]">
                <FailureText failure={doing.outcome.failure} />
              </p>
            )}
            {/* What was tried is another rule by now: its figures would mislead. */}
            {tried?.rule === rule && <Result result={tried.result} days={days} />}
          </div>
        </>
      )}
    </section>
  )
}

function Result({ result, days }: { result: TriedOut; days: number }) {
  const { t, formats, locale } = useI18n()
  const [isAll, setAll] = useState(false)
  const { count, observedDays, busiestMonth, quota, quotaPercent, fitsQuota, watchedOffers, triedOffers } = result
  if (observedDays === 0) return <p className="mt-3">{t("alerts:try.nothingRecorded")}</p>
  const newest = result.fires.toReversed()
  const shown = isAll ? newest : newest.slice(0, FIRST)
  const last = newest[0]
  return (
    <div className="mt-3">
      <p className="text-lg font-semibold">{t("alerts:try.count", { count, text: formats.number(count), days })}</p>
      {last && <p>{t("alerts:try.last", { day: formats.date(last.day) })}</p>}
      {count > 0 && (
        <p className={fitsQuota ? undefined : "font-semibold text-warn"}>
          {t(fitsQuota ? "alerts:try.quota" : "alerts:try.overQuota", {
            busiest: formats.number(busiestMonth),
            quota: formats.number(quota),
            percent: formats.number(quotaPercent ?? 0, 0),
          })}
        </p>
      )}
      <p className="mt-1 text-sm text-muted">
        {observedDays < days && t("alerts:try.observed", { days: formats.number(observedDays) })}{" "}
        {triedOffers < watchedOffers &&
          t("alerts:try.part", { tried: formats.number(triedOffers), all: formats.number(watchedOffers) })}{" "}
        {t("alerts:try.daily")}
      </p>
      {shown.length > 0 && (
        <ol className="mt-3 flex flex-col gap-1 text-[0.9375rem]">
          {shown.map(({ day, message, values }, at) => (
            <li key={`${day}${at}`} className="flex flex-wrap gap-x-3">
              <time dateTime={day} className="text-muted tabular-nums">
                {formats.date(day)}
              </time>
              <span>{messageOf({ kind: "alert", ruleName: "", message, values }, locale, t).title}</span>
            </li>
          ))}
        </ol>
      )}
      {newest.length > FIRST && !isAll && (
        <button type="button" className="mt-2 cursor-pointer text-link" onClick={() => setAll(true)}>
          {t("alerts:try.all", { count: newest.length, text: formats.number(newest.length) })}
        </button>
      )}
    </div>
  )
}
