import { useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"

/** A text that is to be copied and not to be seen over a shoulder. */
export function Secret({ label, text }: { label: string; text: string }) {
  const { t } = useI18n()
  const [isShown, setShown] = useState(false)
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // Where copying is not allowed it can still be read and marked.
      () => setShown(true),
    )
  return (
    <div>
      <p className="text-sm font-semibold">{label}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 break-all rounded-lg bg-raised px-3 py-2 text-sm">
          {isShown ? text : "•".repeat(16)}
        </code>
        <button type="button" className="button px-3 text-sm" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? "alerts:secret.hide" : "alerts:secret.show")}
          <span className="sr-only">: {label}</span>
        </button>
        <button type="button" className="button px-3 text-sm" onClick={copy}>
          {t("common:copy.do")}
          <span className="sr-only">: {label}</span>
        </button>
      </div>
      <p role="status" className="text-sm text-good empty:hidden">
        {isCopied && t("common:copy.done")}
      </p>
    </div>
  )
}
