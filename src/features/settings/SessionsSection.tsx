import { useI18n } from "../../i18n/I18n.tsx"
import { callApi } from "../accounts/api.ts"
import { personChanged } from "../accounts/use-person.ts"
import { deviceName } from "./device.ts"
import { momentIn } from "./moment.ts"
import { Section, Status } from "./Section.tsx"
import type { SectionProps } from "./SettingsPage.tsx"
import { useAction } from "./use-action.ts"

/** Where somebody is signed in. */
export function SessionsSection({ settings, reload }: SectionProps) {
  const { t, locale } = useI18n()
  const action = useAction()
  const moment = (value: string) => momentIn(locale, settings.timeZone, value, "minute")

  const end = async (id: string) => {
    const isEnded = await action.run(
      () => callApi("DELETE", `/api/settings/sessions/${id}`),
      t("account:sessions.ended"),
    )
    if (isEnded) await reload()
  }
  const endAll = async () => {
    if (await action.run(() => callApi("DELETE", "/api/settings/sessions"))) await personChanged()
  }

  return (
    <Section id="sessions" title={t("account:sessions.title")} text={t("account:sessions.text")}>
      <ul className="panel divide-y divide-line">
        {settings.sessions.map(({ id, userAgent, createdAt, lastSeenAt, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <span className="min-w-0">
              <span className="font-semibold">{deviceName(userAgent) ?? t("account:sessions.unknown")}</span>{" "}
              {isCurrent && (
                <span className="rounded-full bg-raised px-2.5 py-0.5 text-xs text-good">
                  {t("account:sessions.current")}
                </span>
              )}
              <span className="block text-sm text-muted tabular-nums">
                {t("account:sessions.seen", { seen: moment(lastSeenAt), since: moment(createdAt) })}
              </span>
            </span>
            {!isCurrent && (
              <button type="button" className="button" onClick={() => void end(id)}>
                {t("common:person.signOut")}
                <span className="sr-only"> {deviceName(userAgent)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <p>
        <button type="button" className="button" onClick={() => void endAll()}>
          {t("account:sessions.endAll")}
        </button>
      </p>
      <Status text={action.status?.text ?? null} isBad={action.status?.isBad ?? false} />
    </Section>
  )
}
