import { useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { callApi } from "../accounts/api.ts"
import { momentText } from "./moment-text.ts"
import { FailureText, Part } from "./Notes.tsx"
import type { DeliveryItem, DeliveryList } from "./page-data.ts"
import { useDoing } from "./use-doing.ts"

/** What was sent which way, and what became of it; asked for when somebody opens it. */
export function DeliveryLog() {
  const { t } = useI18n()
  const doing = useDoing()
  const [rows, setRows] = useState<readonly DeliveryItem[] | null>(null)
  const [before, setBefore] = useState<number | null>(null)

  async function load(from: number | null) {
    const path = `/api/alerts/deliveries${from === null ? "" : `?before=${from}`}`
    const answer = await doing.run<DeliveryList>(() => callApi("GET", path))
    if (!answer) return
    setRows((known) => [...(from === null ? [] : (known ?? [])), ...answer.data.data])
    setBefore(answer.data.before)
  }

  return (
    <Part id="log" title={t("alerts:log.title")} text={t("alerts:log.text")}>
      {rows === null ? (
        <button type="button" className="button" onClick={() => void load(null)}>
          {t("alerts:log.open")}
        </button>
      ) : rows.length === 0 ? (
        <p className="text-muted">{t("alerts:log.empty")}</p>
      ) : (
        <LogTable rows={rows} />
      )}
      {before !== null && (
        <p className="mt-3">
          <button type="button" className="button" onClick={() => void load(before)}>
            {t("alerts:older")}
          </button>
        </p>
      )}
      <p role="status" className="empty:hidden">
        {doing.outcome?.failure && <FailureText failure={doing.outcome.failure} />}
      </p>
    </Part>
  )
}

const COLUMNS = ["when", "message", "channel", "status"] as const

function LogTable({ rows }: { rows: readonly DeliveryItem[] }) {
  const { t, locale } = useI18n()
  const label = (column: (typeof COLUMNS)[number]) => t(`alerts:log.${column}`)
  return (
    <div className="panel relative tablet:overflow-x-auto">
      <table className="data-table" role="table">
        <caption className="sr-only">{t("alerts:log.title")}</caption>
        <thead>
          <tr role="row">
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {label(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} role="row">
              <td role="cell" data-label={label("when")} className="tabular-nums">
                <time dateTime={row.sentAt ?? row.createdAt}>{momentText(row.sentAt ?? row.createdAt, locale)}</time>
              </td>
              <td role="cell" data-label={label("message")} className="cell-wide break-words">
                {row.title}
              </td>
              <td role="cell" data-label={label("channel")}>
                {t(`alerts:channel.${row.channel}`)}
                {row.isDigest && <span className="block text-xs text-muted">{t("alerts:log.digest")}</span>}
              </td>
              <td role="cell" data-label={label("status")}>
                <span className={row.status === "dead" || row.status === "failed" ? "text-bad" : undefined}>
                  {t(`alerts:delivery.${row.status}`)}
                </span>
                {row.attempts > 1 && (
                  <span className="block text-xs text-muted">{t("alerts:log.attempts", { count: row.attempts })}</span>
                )}
                {row.nextAt !== null && (
                  <span className="block text-xs text-muted">
                    {t("alerts:log.next", { moment: momentText(row.nextAt, locale) })}
                  </span>
                )}
                {row.lastError !== null && row.status !== "sent" && (
                  <code className="block break-all text-xs text-muted">{row.lastError}</code>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
