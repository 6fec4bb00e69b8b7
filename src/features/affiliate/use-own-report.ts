import { useCallback, useEffect, useState } from "react"
import { callApi } from "../accounts/api.ts"
import { useSignedIn } from "../accounts/use-person.ts"
import type { OwnReport } from "./own-report.ts"

export type OwnReportState = { kind: "loading" | "failed" } | { kind: "ready"; report: OwnReport }

/** What the signed-in person's links came to; asked again when somebody else signs in. */
export function useOwnReport(): { state: OwnReportState; reload: () => Promise<void> } {
  const id = useSignedIn()?.id ?? null
  const [state, setState] = useState<OwnReportState>({ kind: "loading" })

  const reload = useCallback(async () => {
    const answer = await callApi("GET", "/api/affiliate")
    setState(answer.isOk ? { kind: "ready", report: answer.data as OwnReport } : { kind: "failed" })
  }, [])

  useEffect(() => {
    setState({ kind: "loading" })
    if (id !== null) void reload()
  }, [id, reload])

  return { state, reload }
}
