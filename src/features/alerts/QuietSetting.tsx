import { type FormEvent, useState } from "react"
import { DAY_MS } from "../../core/clock.ts"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { momentText } from "./moment-text.ts"
import type { SettingProps } from "./ChannelSettings.tsx"

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const PAUSES = [1, 7, 30] as const
/** A pause without an end: so far ahead that nobody waits for it. */
const ENDLESS = "9999-01-01T00:00:00Z"
const isEndless = (moment: string) => moment.startsWith("9999")

/** When somebody is told: quiet hours, the hour of the daily mail, a pause of everything; by the clock of their time zone. */
export function QuietSetting({ channels, change }: SettingProps) {
  const { t } = useI18n()
  const { quietHours, digestHour, timeZone } = channels
  return (
    <>
      <QuietHours key={JSON.stringify(quietHours)} quietHours={quietHours} change={change} />
      <label className="flex flex-wrap items-center gap-3 text-[0.9375rem]">
        {t("alerts:times.digest")}
        <select
          className="field w-auto"
          value={digestHour}
          onChange={(event) => void change({ digestHour: Number(event.target.value) })}
        >
          {HOURS.map((hour) => (
            <option key={hour} value={hour}>
              {`${String(hour).padStart(2, "0")}:00`}
            </option>
          ))}
        </select>
      </label>
      <p className="text-sm text-muted">
        {t("alerts:times.zone", { zone: timeZone })}{" "}
        <Link to={href("settings")} className="text-link">
          {t("common:person.settings")}
        </Link>
      </p>
      <PauseAll channels={channels} change={change} />
    </>
  )
}

function QuietHours({
  quietHours,
  change,
}: Pick<SettingProps, "change"> & Pick<SettingProps["channels"], "quietHours">) {
  const { t } = useI18n()
  const [from, setFrom] = useState(quietHours?.from ?? "22:00")
  const [to, setTo] = useState(quietHours?.to ?? "07:00")
  const isKept = quietHours?.from === from && quietHours.to === to
  function save(event: FormEvent) {
    event.preventDefault()
    if (from !== "" && to !== "") void change({ quietHours: { from, to } })
  }
  return (
    <form onSubmit={save}>
      <p className="text-[0.9375rem] text-muted">{t(quietHours ? "alerts:times.quietOn" : "alerts:times.quietOff")}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <label className="flex items-center gap-2 text-[0.9375rem]">
          {t("alerts:times.from")}
          <input
            type="time"
            required
            value={from}
            onChange={(event) => setFrom(event.target.value)}
            className="field w-auto"
          />
        </label>
        <label className="flex items-center gap-2 text-[0.9375rem]">
          {t("alerts:times.to")}
          <input
            type="time"
            required
            value={to}
            onChange={(event) => setTo(event.target.value)}
            className="field w-auto"
          />
        </label>
        {!isKept && (
          <button type="submit" className="button px-3 text-sm">
            {t(quietHours ? "alerts:times.change" : "alerts:times.set")}
          </button>
        )}
        {quietHours && (
          <button type="button" className="button px-3 text-sm" onClick={() => void change({ quietHours: null })}>
            {t("alerts:times.none")}
          </button>
        )}
      </div>
    </form>
  )
}

function PauseAll({ channels: { pausedUntil }, change }: Pick<SettingProps, "channels" | "change">) {
  const { t, locale } = useI18n()
  const pause = (until: string | null) => void change({ pausedUntil: until })
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > Date.now()
  if (isPaused)
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-lg bg-honey-soft px-4 py-2.5 text-[0.9375rem]">
        <p>
          {isEndless(pausedUntil)
            ? t("alerts:pause.endless")
            : t("alerts:pause.until", { moment: momentText(pausedUntil, locale) })}
        </p>
        <button type="button" className="button px-3 text-sm" onClick={() => pause(null)}>
          {t("alerts:pause.end")}
        </button>
      </div>
    )
  return (
    <label className="flex flex-wrap items-center gap-3 text-[0.9375rem]">
      {t("alerts:pause.label")}
      <select
        className="field w-auto"
        value=""
        onChange={(event) => {
          const days = Number(event.target.value)
          if (event.target.value !== "")
            pause(days === 0 ? ENDLESS : new Date(Date.now() + days * DAY_MS).toISOString())
        }}
      >
        <option value="">{t("alerts:pause.none")}</option>
        {PAUSES.map((days) => (
          <option key={days} value={days}>
            {t("alerts:message.days", { count: days })}
          </option>
        ))}
        <option value="0">{t("alerts:pause.open")}</option>
      </select>
    </label>
  )
}
