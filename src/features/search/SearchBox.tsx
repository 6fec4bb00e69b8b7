import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import { Popup } from "../../ui/Popup.tsx"
import { useNavigation } from "../../ui/navigation.tsx"
import { useLeave } from "../../ui/use-leave.ts"
import { type PopularSlugs, searchValue } from "./operation.ts"
import type { SearchPanelProps } from "./SearchPanel.tsx"

/** The panel comes when somebody first opens the search, with its texts. */
export type LoadSearch = () => Promise<ComponentType<SearchPanelProps>>

type Props = { popular: PopularSlugs; load: LoadSearch }

/**
 * The search of the header: a field with a dropdown where there is room (at most 20rem high), a full-screen overlay on phones. Without
 * JavaScript the field leads to /search. Ctrl or Cmd + K opens it from anywhere.
 */
export function SearchBox({ popular, load }: Props) {
  const { t, locale } = useI18n()
  const { navigate } = useNavigation()
  const [typed, setTyped] = useState("")
  const [isOpen, setOpen] = useState(false)
  const [isOverlay, setOverlay] = useState(false)
  const [Panel, setPanel] = useState<ComponentType<SearchPanelProps> | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const overlayField = useRef<HTMLInputElement>(null)
  const isReturning = useRef(false)
  const action = localePath(locale, href("search"))

  function open() {
    setOpen(true)
    if (!Panel) load().then((loaded) => setPanel(() => loaded), close)
  }
  function openOverlay() {
    setOverlay(true)
    open()
  }
  function close() {
    setOpen(false)
    setOverlay(false)
  }

  /** Escape keeps what was typed, and the focus on the field opens nothing. */
  function closeToField(event: ReactKeyboardEvent) {
    event.preventDefault()
    isReturning.current = true
    if (!isOverlay) field.current?.focus()
    isReturning.current = false
    close()
  }

  useLeave(box, () => setOpen(false))
  const openByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // The field is there only where there is room for it.
    if (!field.current?.offsetParent) return openOverlay()
    field.current.focus()
    open()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => openByKey(event)
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])

  /** Enter goes to the page of results. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const value = searchValue(typed)
    close()
    navigate(value === null ? action : `${action}?${new URLSearchParams({ query: value })}`)
  }

  const input = (ref: typeof field, extra: string) => (
    <input
      ref={ref}
      type="search"
      name="query"
      maxLength={100}
      value={typed}
      autoComplete="off"
      aria-label={t("common:nav.search")}
      aria-expanded={isOpen}
      aria-controls="search-panel"
      role="combobox"
      data-focus=""
      aria-haspopup="true"
      placeholder={t("common:nav.search")}
      onChange={(event) => {
        setTyped(event.target.value)
        open()
      }}
      className={`field ${extra}`}
    />
  )
  const panel = (ref: typeof field) => Panel && <Panel typed={typed} popular={popular} onClose={close} field={ref} />

  return (
    <div
      ref={box}
      className="relative"
      onKeyDown={(event) => {
        if (event.key === "Escape" && isOpen) closeToField(event)
      }}
    >
      <form
        action={action}
        method="get"
        role="search"
        onSubmit={submit}
        onFocus={() => {
          if (!isReturning.current) open()
        }}
        className="hidden desktop:block"
      >
        {input(field, "h-9 w-52 text-sm min-[1200px]:max-[1500px]:w-36")}
      </form>
      <a
        href={action}
        className="button px-3 desktop:hidden"
        onClick={(event) => {
          event.preventDefault()
          openOverlay()
        }}
      >
        <svg
          viewBox="0 0 20 20"
          width="18"
          height="18"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        >
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="m13 13 4.5 4.5" strokeLinecap="round" />
        </svg>
        <span className="sr-only">{t("common:nav.search")}</span>
      </a>
      {isOpen && !isOverlay && Panel && (
        <div
          id="search-panel"
          className="panel absolute right-0 top-full z-50 mt-2 max-h-80 w-96 overflow-y-auto p-1 shadow-lg"
        >
          {panel(field)}
        </div>
      )}
      <Popup open={isOverlay} onClose={close} title={t("common:nav.search")}>
        <form role="search" onSubmit={submit}>
          {input(overlayField, "")}
        </form>
        <div className="mt-2">{isOverlay && panel(overlayField)}</div>
      </Popup>
    </div>
  )
}
