import { useCallback, useState } from "react"

/** Counts what was done, as the key of a form that starts anew after each time: nothing typed stays in it, and it opens again. */
export function useRounds(): { round: number; next: () => void } {
  const [round, setRound] = useState(0)
  const next = useCallback(() => setRound((done) => done + 1), [])
  return { round, next }
}
