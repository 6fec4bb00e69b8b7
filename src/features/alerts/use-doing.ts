import { useCallback, useRef, useState } from "react"
import type { Answer } from "../accounts/api.ts"
import { type Failure, failureOf } from "./failures.ts"

export type Doing = {
  isBusy: boolean
  /** What became of the last one; null before the first and while one is on its way. */
  outcome: { failure: Failure | null } | null
  /** Asks a door, one at a time; undefined when it was refused, or another one is on its way. */
  run: <Data>(ask: () => Promise<Answer>) => Promise<{ data: Data } | undefined>
}

/** Something that a click does, and how it went. */
export function useDoing(): Doing {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Doing["outcome"]>(null)
  const isRunning = useRef(false)
  const run = useCallback(async <Data>(ask: () => Promise<Answer>) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setBusy(true)
    setOutcome(null)
    const answer = await ask()
    isRunning.current = false
    setBusy(false)
    setOutcome({ failure: answer.isOk ? null : failureOf(answer) })
    return answer.isOk ? { data: answer.data as Data } : undefined
  }, [])
  return { isBusy, outcome, run }
}
