import { type RefObject, useEffect, useEffectEvent } from "react"

/** Calls `onLeave` when somebody clicks, or moves the focus, outside of an element. It listens once, whatever the function is. */
export function useLeave(box: RefObject<Element | null>, onLeave: () => void): void {
  const leave = useEffectEvent((event: Event) => {
    if (box.current && !box.current.contains(event.target as Node)) onLeave()
  })
  useEffect(() => {
    const listener = (event: Event) => leave(event)
    document.addEventListener("pointerdown", listener)
    document.addEventListener("focusin", listener)
    return () => {
      document.removeEventListener("pointerdown", listener)
      document.removeEventListener("focusin", listener)
    }
  }, [])
}
