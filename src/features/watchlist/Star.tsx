import { useSyncExternalStore } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import type { WatchKey } from "./key.ts"
import { isStarred, subscribe, toggle } from "./star-state.ts"

/**
 * Puts something into the watchlist or takes it out. The browser adds it to a page that is the same for everybody, into room that the
 * style keeps free, so that it costs the page nothing and moves nothing. Without JavaScript there is none.
 */
export function Star({ item, name }: { item: WatchKey; name: string }) {
  const { t, locale } = useI18n()
  const isOn = useSyncExternalStore<boolean | null>(
    subscribe,
    () => isStarred(item),
    () => null,
  )
  if (isOn === null) return null
  const label = t("common:watch", { name })
  return (
    <button
      type="button"
      className="star"
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={() => void toggle(item, { locale, fallback: t("common:error.title") })}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z" />
      </svg>
    </button>
  )
}

/** The star beside a heading, with its room. */
export function StarPlace(props: { item: WatchKey; name: string }) {
  return (
    <div className="star-place">
      <Star {...props} />
    </div>
  )
}
