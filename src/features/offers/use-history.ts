import { useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { personChanged, useSignedIn } from "../accounts/use-person.ts"
import { VISITOR_ENTITLEMENTS } from "../market/entitlements.ts"
import type { BroughtHistory, HistoryData } from "./detail-data.ts"
import { HISTORY_RANGES, type HistoryRange, isAllowed } from "./history-range.ts"

type State = { id: HistoryRange["id"]; history: HistoryData; busy: HistoryRange["id"] | null; hasFailed: boolean }

/** The history that is shown: what the page brought, until somebody whose plan has more of it asks for more. */
export function useHistory(slug: string, brought: BroughtHistory) {
  const { formats } = useI18n()
  const person = useSignedIn()
  const limit = person ? person.tariff.apyHistory : VISITOR_ENTITLEMENTS.historyDays
  const first: State = { id: HISTORY_RANGES[0].id, history: brought, busy: null, hasFailed: false }
  const [state, setState] = useState(first)
  const isHere = HISTORY_RANGES.some((range) => range.id === state.id && isAllowed(range, limit))
  const shown = isHere ? state : first

  async function choose(range: HistoryRange) {
    if (range.id === first.id) return setState(first)
    setState({ ...shown, busy: range.id, hasFailed: false })
    // Whoever has chosen something else meanwhile gets that.
    const settle = (next: State) => setState((now) => (now.busy === range.id ? next : now))
    try {
      const { askHistory } = await import("./longer-history.ts")
      const history = await askHistory(slug, brought.starts[range.id] ?? null, brought.recordedSince, formats)
      if (history) return settle({ id: range.id, history, busy: null, hasFailed: false })
      settle(first)
      await personChanged()
    } catch {
      settle({ ...shown, hasFailed: true })
    }
  }

  return { ...shown, limit, choose }
}
