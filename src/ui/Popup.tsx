import { type ReactNode, useEffect, useId, useRef } from "react"
import { useI18n } from "../i18n/I18n.tsx"

export type PopupProps = {
  open: boolean
  onClose: () => void
  title?: string
  /** A click outside of the content closes it, unless told otherwise (spec 2). */
  closeOnOutsideClick?: boolean
  /** What carries data-focus has the focus when it opens; else the close button. */
  children: ReactNode
}

/**
 * The generic popup (spec 2): over the whole screen, at most 1312 px wide, fades and grows in within 160 ms, and keeps the page
 * from scrolling. A <dialog>, so that focus, Escape and what lies behind are the browser's business.
 */
export function Popup({ open, onClose, title, closeOnOutsideClick = true, children }: PopupProps) {
  const { t } = useI18n()
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = box.current
    if (!dialog || !open) return
    const { overflow } = document.documentElement.style
    document.documentElement.style.overflow = "hidden"
    dialog.showModal()
    dialog.querySelector<HTMLElement>("[data-focus]")?.focus()
    return () => {
      dialog.close()
      document.documentElement.style.overflow = overflow
    }
  }, [open])
  return (
    <dialog
      ref={box}
      aria-labelledby={title ? titleId : undefined}
      className="popup"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (closeOnOutsideClick && event.target === event.currentTarget) onClose()
      }}
    >
      {open && (
        <div className="mx-auto w-full max-w-popup">
          <div className="flex items-center justify-between gap-4 pb-3">
            {title ? <h2 id={titleId}>{title}</h2> : <span />}
            <button type="button" className="button px-3" onClick={onClose}>
              <span aria-hidden="true">×</span>
              <span className="sr-only">{t("common:popup.close")}</span>
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
