import { useId, useState } from "react"
import { useI18n } from "../i18n/I18n.tsx"

/** A text to take along: marked when it is focused, copied by the button. null: it is on its way; the room is the same. */
export function CopyField({ label, hint, text }: { label: string; hint: string; text: string | null }) {
  const { t } = useI18n()
  const id = useId()
  const [outcome, setOutcome] = useState<"none" | "copied" | "refused">("none")
  const copy = () =>
    void navigator.clipboard.writeText(text ?? "").then(
      () => setOutcome("copied"),
      // Without https there is no clipboard: the text can still be marked.
      () => setOutcome("refused"),
    )
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          id={id}
          readOnly
          value={text ?? ""}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.target.select()}
          className={`field min-w-0 flex-1 font-mono text-sm ${text === null ? "animate-pulse" : ""}`}
        />
        <button
          type="button"
          className="button shrink-0"
          aria-label={`${t("common:copy.do")}: ${label}`}
          disabled={text === null}
          onClick={copy}
        >
          {t("common:copy.do")}
        </button>
      </div>
      <p className="mt-1.5 text-sm text-muted">
        <span role="status" className="text-good">
          {outcome === "copied" && `${t("common:copy.done")} `}
          {outcome === "refused" && `${t("common:copy.refused")} `}
        </span>
        <span id={`${id}-hint`}>{hint}</span>
      </p>
    </div>
  )
}
