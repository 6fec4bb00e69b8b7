import { useSyncExternalStore } from "react"
import { useI18n } from "../../i18n/I18n.tsx"

/** Columns that a person may do without. Provider, currency and rate stay. */
export const OPTIONAL_COLUMNS = ["chain", "realApy", "cash", "tvl", "spark", "updated"] as const
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]

const STORAGE_KEY = "offer-columns-hidden"
const CHANGED = "offer-columns-changed"

function subscribe(notify: () => void): () => void {
  addEventListener(CHANGED, notify)
  addEventListener("storage", notify)
  return () => {
    removeEventListener(CHANGED, notify)
    removeEventListener("storage", notify)
  }
}

/** What is remembered in this browser, as text so that it compares; nothing where storage is not allowed. */
function read(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? ""
  } catch {
    return ""
  }
}

export type HiddenColumns = {
  isHidden(column: OptionalColumn): boolean
  toggle(column: OptionalColumn): void
  classes: string
}

/** Which columns are hidden in this browser. On the server and while the page comes alive none is. */
export function useHiddenColumns(): HiddenColumns {
  const stored = useSyncExternalStore(subscribe, read, () => "")
  const hidden = OPTIONAL_COLUMNS.filter((column) => stored.split(",").includes(column))
  return {
    isHidden: (column) => hidden.includes(column),
    toggle(column) {
      const next = hidden.includes(column) ? hidden.filter((other) => other !== column) : [...hidden, column]
      try {
        localStorage.setItem(STORAGE_KEY, next.join(","))
      } catch {
        // Where storage is not allowed the choice lasts as long as the page, which is to say not at all.
      }
      dispatchEvent(new Event(CHANGED))
    },
    classes: hidden.map((column) => `hide-${column}`).join(" "),
  }
}

/** Ticks for the columns. It needs JavaScript, so it stays away where there is none. */
export function ColumnChoice({ columns }: { columns: HiddenColumns }) {
  const { t } = useI18n()
  const isAlive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return (
    <details className={`relative max-tablet:hidden ${isAlive ? "" : "invisible"}`}>
      <summary className="button list-none px-3 text-sm [&::-webkit-details-marker]:hidden">
        {t("offers:columns.label")}
      </summary>
      <fieldset className="panel absolute right-0 top-full z-30 mt-2 flex w-56 flex-col gap-1 p-3 shadow-lg">
        <legend className="sr-only">{t("offers:columns.label")}</legend>
        {OPTIONAL_COLUMNS.map((column) => (
          <label key={column} className="flex items-center gap-2 rounded px-2 py-1.5 text-sm hover:bg-raised">
            <input
              type="checkbox"
              className="size-4 accent-honey"
              checked={!columns.isHidden(column)}
              onChange={() => columns.toggle(column)}
            />
            {t(`offers:column.${column}`)}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
