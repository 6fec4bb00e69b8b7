import { type ReactNode, useEffect, useRef } from "react"
import { useLeave } from "./use-leave.ts"

export type MenuProps = {
  /** What stands on the button. */
  label: ReactNode
  className?: string
  /** How the button looks: a link of the header, unless told otherwise. */
  isButton?: boolean
  panelClassName?: string
  children: ReactNode
}

/**
 * A button that unfolds a panel. A <details>, so that it works without JavaScript; with it, a click outside, Escape or a click on a
 * link inside closes it.
 */
export function Menu({ label, className, isButton = false, panelClassName, children }: MenuProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useLeave(box, () => {
    if (box.current) box.current.open = false
  })
  useEffect(() => {
    function closeOnEscape(event: KeyboardEvent) {
      const element = box.current
      if (event.key !== "Escape" || !element?.open) return
      element.open = false
      element.querySelector("summary")?.focus()
    }
    document.addEventListener("keydown", closeOnEscape)
    return () => document.removeEventListener("keydown", closeOnEscape)
  }, [])
  return (
    <details ref={box} className={`relative ${className ?? ""}`}>
      <summary className={isButton ? "button list-none px-3 [&::-webkit-details-marker]:hidden" : "menu-button"}>
        {label}
      </summary>
      {/* A link inside has done its work when it is followed. */}
      <div
        className={`panel absolute right-0 top-full z-50 mt-2 p-2 shadow-lg ${panelClassName ?? "w-56"}`}
        onClick={(event) => {
          if ((event.target as Element).closest("a") && box.current) box.current.open = false
        }}
      >
        {children}
      </div>
    </details>
  )
}
