import { useEffect, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { CopyField } from "../../ui/CopyField.tsx"
import { callApi } from "../accounts/api.ts"
import { momentIn } from "./moment.ts"
import { Section, Status } from "./Section.tsx"
import type { SectionProps } from "./SettingsPage.tsx"
import { useAction } from "./use-action.ts"

const PATH = "/api/settings/keys"
const LONGEST_NAME = 100

type ApiKey = { id: string; name: string; ending: string; createdAt: string; lastUsedAt: string | null }

/** Keys for programs: made, shown once, and removed. */
export function KeysSection({ settings }: SectionProps) {
  const { t, locale } = useI18n()
  const action = useAction()
  const [keys, setKeys] = useState<readonly ApiKey[]>([])
  const [made, setMade] = useState<string | null>(null)
  const moment = (value: string) => momentIn(locale, settings.timeZone, value, "minute")

  const reload = async () => {
    const answer = await callApi("GET", PATH)
    if (answer.isOk) setKeys(answer.data as ApiKey[])
  }
  useEffect(() => void reload(), [])

  const make = async (form: HTMLFormElement) => {
    const name = new FormData(form).get("name")
    const isMade = await action.run(async () => {
      const answer = await callApi("POST", PATH, { name })
      if (answer.isOk) setMade((answer.data as { key: string }).key)
      return answer
    }, t("account:keys.made"))
    if (!isMade) return
    form.reset()
    await reload()
  }
  const remove = async (id: string) => {
    setMade(null)
    if (await action.run(() => callApi("DELETE", `${PATH}/${id}`), t("account:keys.removed"))) await reload()
  }

  return (
    <Section id="keys" title={t("account:keys.title")} text={t("account:keys.text")}>
      {keys.length > 0 && (
        <ul className="panel divide-y divide-line">
          {keys.map(({ id, name, ending, createdAt, lastUsedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
              <span className="min-w-0">
                <span className="font-semibold">{name}</span>{" "}
                <code className="text-sm text-muted">apyary_…{ending}</code>
                <span className="block text-sm text-muted tabular-nums">
                  {lastUsedAt === null
                    ? t("account:keys.unused", { made: moment(createdAt) })
                    : t("account:keys.seen", { made: moment(createdAt), used: moment(lastUsedAt) })}
                </span>
              </span>
              <button type="button" className="button" onClick={() => void remove(id)}>
                {t("account:keys.remove")}
                <span className="sr-only"> {name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {made !== null && <CopyField label={t("account:keys.new")} hint={t("account:keys.hint")} text={made} />}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void make(event.currentTarget)
        }}
      >
        <label htmlFor="key-name" className="font-semibold">
          {t("account:keys.name")}
        </label>
        <div className="mt-1.5 flex flex-wrap gap-3">
          <input id="key-name" name="name" required maxLength={LONGEST_NAME} className="field min-w-0 flex-1" />
          <button type="submit" className="button">
            {t("account:keys.make")}
          </button>
        </div>
      </form>
      <Status text={action.status?.text ?? null} isBad={action.status?.isBad ?? false} />
    </Section>
  )
}
