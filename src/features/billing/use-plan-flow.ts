import { useState } from "react"
import { callApi } from "../accounts/api.ts"
import { CLOSED, type FlowEvent, type FlowState, isSending, nextStep, reloadsAfter, requestOf } from "./plan-flow.ts"
import type { TariffCode } from "./tariffs.ts"

export type PlanFlow = { state: FlowState; tell: (event: FlowEvent) => void }

/** The steps of one panel or page. `current` is the plan that holds. */
export function usePlanFlow(current: TariffCode): PlanFlow {
  const [state, setState] = useState<FlowState>(CLOSED)

  async function send(sending: FlowState) {
    if (!isSending(sending)) return
    const { path, body } = requestOf(sending.change, sending.comment, current)
    const answer = await callApi("POST", path, body)
    const event: FlowEvent = answer.isOk
      ? { type: "accepted", endsAt: (answer.data as { tariffActiveTo: string | null }).tariffActiveTo }
      : { type: "refused", code: answer.code }
    setState((now) => nextStep(now, event))
  }

  function tell(event: FlowEvent) {
    // spec 4: what is shown was true before the change. The modal stays until the new page comes.
    if (event.type === "dismissed" && reloadsAfter(state)) return location.reload()
    const next = nextStep(state, event)
    setState(next)
    if (next !== state) void send(next)
  }

  return { state, tell }
}
