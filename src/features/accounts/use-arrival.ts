import { useCallback, useEffect, useRef } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import { useNavigation } from "../../ui/navigation.tsx"
import { takePage } from "./come-back.ts"
import { usePerson } from "./use-person.ts"

/**
 * Leaves the page of a visitor once they are signed in: back to where they came from, else to the settings. Also when the sign-in
 * happened in the tab of a provider. Gives the function that leaves.
 */
export function useArrival({ isHeld = false }: { isHeld?: boolean } = {}): () => void {
  const { locale } = useI18n()
  const { navigate } = useNavigation()
  const { kind } = usePerson()
  const wasVisitor = useRef(false)
  const hasLeft = useRef(false)
  const leave = useCallback(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    navigate(takePage() ?? localePath(locale, href("settings")))
  }, [navigate, locale])
  useEffect(() => {
    if (kind === "visitor") wasVisitor.current = true
    if (kind === "person" && wasVisitor.current && !isHeld) leave()
  }, [kind, isHeld, leave])
  return leave
}
