import { type ReactNode, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { callApi } from "../accounts/api.ts"
import { momentText } from "./moment-text.ts"
import { conditionText, filterTexts, type NameOf, ownName } from "./alert-words.ts"
import { OutcomeText, Part } from "./Notes.tsx"
import type { AlertItem, AlertsPageData } from "./page-data.ts"
import { useDoing } from "./use-doing.ts"
import type { Own, OwnAlerts } from "./use-own-alerts.ts"

const SNOOZES = [1, 4, 24, 168] as const

type ListProps = { data: AlertsPageData; known: Own; own: OwnAlerts; onEdit: (alert: AlertItem) => void }

/** The alerts of a person, what each of them does now, and what can be done with it. */
export function AlertList({ known, ...rest }: ListProps) {
  const { t } = useI18n()
  return (
    <Part id="mine" title={t("alerts:list.title")}>
      <ul className="flex flex-col gap-4">
        {known.list.data.map((alert) => (
          <AlertCard key={alert.id} alert={alert} known={known} {...rest} />
        ))}
      </ul>
    </Part>
  )
}

function AlertCard({ alert, data, known, own, onEdit }: ListProps & { alert: AlertItem }) {
  const words = useI18n()
  const { t, locale } = words
  const doing = useDoing()
  const [done, setDone] = useState("")
  const label = known.labels.alerts[alert.id]
  const nameOf: NameOf = (key, value) =>
    known.labels.names[`${key}:${value}`] ?? data.options[key].find((option) => option.value === value)?.label ?? value
  const condition = conditionText(alert, words)
  const filters = filterTexts(alert.filter, nameOf, words)
  const name = ownName(alert, { ...words, longestName: data.longestName })
  const title = name || condition
  const forIt = <span className="sr-only">: {title}</span>

  async function act(words: string, path: string, method: "POST" | "PATCH", body: object, isChange = true) {
    setDone(words)
    const answer = await doing.run(() => callApi(method, `/api/alerts/${alert.id}${path}`, body))
    if (answer && isChange) await own.reload()
  }

  return (
    <li className="panel p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 break-words text-lg">{title}</h3>
        <State alert={alert} />
      </div>
      {name !== "" && <p className="mt-1">{condition}</p>}
      <ul aria-label={t("alerts:list.watches")} className="mt-2 flex flex-wrap gap-2 text-sm">
        {label?.offer ? (
          <Chip>
            <Link to={href("offer", { slug: label.offer.slug })} className="text-link">
              {label.offer.name}
            </Link>
          </Chip>
        ) : (
          alert.offerId !== null && <Chip>{t("alerts:list.unlistedOffer")}</Chip>
        )}
        {filters.map((text) => (
          <Chip key={text}>{text}</Chip>
        ))}
        {alert.offerId === null && filters.length === 0 && <Chip>{t("alerts:list.everything")}</Chip>}
      </ul>
      <p className="mt-3 text-sm text-muted">
        {[
          label?.lastFiredAt
            ? t("alerts:list.lastFired", { moment: momentText(label.lastFiredAt, locale) })
            : t("alerts:list.neverFired"),
          alert.channels.length === 0
            ? t("alerts:list.inboxOnly")
            : alert.channels.map((channel) => t(`alerts:channel.${channel}`)).join(", "),
          ...(alert.frequency === "dailyDigest" ? [t("alerts:frequency.dailyDigest")] : []),
        ].join(" · ")}
      </p>
      {alert.pausedByPlan && (
        <p className="mt-3 rounded-lg bg-honey-soft px-4 py-2.5 text-[0.9375rem]">
          {t(`alerts:list.pausedBy.${alert.pausedByPlan}`)}{" "}
          <Link to={href("pricing")} className="text-link">
            {t("alerts:seePlans")}
          </Link>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" className="button px-3 text-sm" onClick={() => onEdit(alert)}>
          {t("alerts:list.edit")}
          {forIt}
        </button>
        <button
          type="button"
          className="button px-3 text-sm"
          onClick={() => void act(t("alerts:notice.changed"), "", "PATCH", { enabled: !alert.enabled })}
        >
          {t(alert.enabled ? "alerts:list.pause" : "alerts:list.resume")}
          {forIt}
        </button>
        {alert.snoozedUntil !== null ? (
          <button
            type="button"
            className="button px-3 text-sm"
            onClick={() => void act(t("alerts:notice.changed"), "/snooze", "POST", { hours: 0 })}
          >
            {t("alerts:list.endSnooze")}
            {forIt}
          </button>
        ) : (
          <select
            aria-label={`${t("alerts:list.snooze")}: ${title}`}
            className="field w-auto text-sm"
            value=""
            onChange={(event) => {
              const hours = Number(event.target.value)
              if (hours > 0) void act(t("alerts:notice.changed"), "/snooze", "POST", { hours })
            }}
          >
            <option value="">{t("alerts:list.snooze")} …</option>
            {SNOOZES.map((hours) => (
              <option key={hours} value={hours}>
                {hours <= 24
                  ? t("alerts:message.hours", { count: hours })
                  : t("alerts:message.days", { count: hours / 24 })}
              </option>
            ))}
          </select>
        )}
        <button
          type="button"
          className="button px-3 text-sm"
          onClick={() => void act(t("alerts:list.testSent"), "/test", "POST", {}, false)}
        >
          {t("alerts:list.test")}
          {forIt}
        </button>
        <button type="button" className="button px-3 text-sm text-bad" onClick={() => own.remove(alert)}>
          {t("alerts:list.delete")}
          {forIt}
        </button>
      </div>
      <div className="mt-2 empty:hidden">
        <OutcomeText outcome={doing.outcome} done={done} />
      </div>
    </li>
  )
}

function Chip({ children }: { children: ReactNode }) {
  return <li className="break-words rounded-full bg-raised px-3 py-1">{children}</li>
}

/** In a word, and by color: on, off, snoozed, paused by the plan. */
function State({ alert }: { alert: AlertItem }) {
  const { t, locale } = useI18n()
  const { state, snoozedUntil } = alert
  return (
    <span
      className={`rounded-full px-2.5 py-0.5 text-sm ${state === "on" ? "bg-raised text-good" : "bg-honey-soft text-warn"}`}
    >
      {state === "snoozed" && snoozedUntil !== null
        ? t("alerts:state.snoozed", { moment: momentText(snoozedUntil, locale) })
        : t(`alerts:state.${state === "snoozed" ? "on" : state}`)}
    </span>
  )
}
