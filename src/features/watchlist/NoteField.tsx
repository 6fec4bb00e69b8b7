import { type KeyboardEvent, useRef, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"

type Props = {
  /** What the note is about. */
  name: string
  note: string | null
  longest: number
  /** false: it was not saved, and what was typed stays. */
  onSave: (note: string | null) => Promise<boolean>
}

/** A note that is changed where it stands. Escape leaves it as it was; Control and Enter save it. */
export function NoteField({ name, note, longest, onSave }: Props) {
  const { t, formats } = useI18n()
  const [draft, setDraft] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  function close() {
    wasOpen.current = true
    setDraft(null)
  }
  async function save() {
    if (draft === null || isBusy) return
    const text = draft.trim() || null
    if (text === note) return close()
    setBusy(true)
    const isSaved = await onSave(text)
    setBusy(false)
    if (isSaved) close()
  }
  function keyDown(event: KeyboardEvent) {
    if (event.key === "Escape") close()
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save()
    else return
    event.preventDefault()
  }

  if (draft === null)
    return (
      <div>
        {note !== null && <p className="whitespace-pre-line break-words text-sm">{note}</p>}
        <button
          ref={(button) => {
            opener.current = button
            // Back from the field, so that the keyboard stays where it was.
            if (button && wasOpen.current) button.focus()
            wasOpen.current = false
          }}
          type="button"
          className="cursor-pointer py-1 text-left text-sm text-link"
          onClick={() => setDraft(note ?? "")}
        >
          {t(note === null ? "watchlist:note.add" : "watchlist:note.edit")}
          <span className="sr-only"> ({name})</span>
        </button>
      </div>
    )
  return (
    <div>
      <textarea
        aria-label={t("watchlist:note.label", { name })}
        rows={3}
        maxLength={longest}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={keyDown}
        autoFocus
        className="field h-auto py-2 text-sm"
      />
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <button type="button" className="button button-main px-3 text-sm" disabled={isBusy} onClick={() => void save()}>
          {t("watchlist:note.save")}
        </button>
        <button type="button" className="button px-3 text-sm" onClick={close}>
          {t("watchlist:note.cancel")}
        </button>
        <span className="text-xs text-muted">
          {t("watchlist:note.left", { count: longest - draft.length, text: formats.number(longest - draft.length) })}
        </span>
      </div>
    </div>
  )
}
