import { useEffect, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { Field, inputProps } from "../../ui/Field.tsx"
import { callApi } from "../accounts/api.ts"
import { idOf } from "./NumberField.tsx"
import type { DraftOffer } from "./draft.ts"
import type { OfferChoice } from "./page-data.ts"

/** spec 9 */
const DEBOUNCE_MS = 300

type Props = {
  label: string
  hint: string
  offer: DraftOffer | null
  problem: string | null
  onChoose: (offer: OfferChoice | null) => void
}

/** One offer: the chosen one with a way to another, or a search with what it found as buttons. */
export function OfferPicker({ label, hint, offer, problem, onChoose }: Props) {
  const { t, formats } = useI18n()
  const [search, setSearch] = useState("")
  const found = useFound(search)
  const id = idOf("offerId")
  if (offer)
    return (
      <p className="flex flex-wrap items-center gap-3">
        <span className="sr-only">{label}: </span>
        <strong className="min-w-0 break-words">{offer.name}</strong>
        <button type="button" className="button px-3 text-sm" onClick={() => onChoose(null)}>
          {t("alerts:picker.other")}
        </button>
      </p>
    )
  return (
    <div className="max-w-xl">
      <Field id={id} label={label} hint={hint} problem={problem}>
        <input
          {...inputProps(id, problem, true)}
          type="search"
          maxLength={100}
          placeholder={t("offers:filter.searchExample")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // Enter looks for offers; it does not save the alert.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          autoComplete="off"
          className="field"
        />
      </Field>
      <div role="status" className="mt-2">
        {found !== null && found.length === 0 && <p className="text-sm text-muted">{t("offers:list.none")}</p>}
        {found !== null && found.length > 0 && (
          <ul className="panel divide-y divide-line overflow-hidden">
            {found.map((choice) => (
              <li key={choice.id}>
                <button
                  type="button"
                  className="flex w-full cursor-pointer items-baseline justify-between gap-4 px-4 py-2 text-left hover:bg-raised"
                  onClick={() => onChoose(choice)}
                >
                  <span className="min-w-0 break-words">{choice.name}</span>
                  <span className="text-muted tabular-nums">
                    {choice.apy === null ? t("common:unknown") : formats.percent(choice.apy)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** What a search found; null while nothing is looked for. */
function useFound(search: string): OfferChoice[] | null {
  const [found, setFound] = useState<OfferChoice[] | null>(null)
  useEffect(() => {
    const text = search.trim()
    if (text === "") {
      setFound(null)
      return
    }
    let isGone = false
    const timer = setTimeout(async () => {
      const answer = await callApi("GET", `/api/alerts/offers?search=${encodeURIComponent(text)}`)
      if (!isGone) setFound(answer.isOk ? (answer.data as { data: OfferChoice[] }).data : [])
    }, DEBOUNCE_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [search])
  return found
}
