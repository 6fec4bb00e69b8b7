import { useCallback, useEffect, useRef, useState } from "react"
import { type Answer, callApi } from "../accounts/api.ts"
import { usePerson } from "../accounts/use-person.ts"
import type { Settings, SettingsChange } from "./settings-data.ts"

const PATH = "/api/settings"

export type SettingsState =
  | { kind: "loading" | "visitor" | "blocked" | "failed" }
  | { kind: "ready"; settings: Settings }

export type OwnSettings = {
  state: SettingsState
  reload: () => Promise<void>
  /** Sends a change. It is shown at once, and taken back when the server does not take it. */
  change: (change: SettingsChange) => Promise<Answer>
}

/** The settings of whoever is signed in; asked again when the account changes in another tab. */
export function useSettings(): OwnSettings {
  const person = usePerson()
  const [state, setState] = useState<SettingsState>({ kind: "loading" })
  const account = person.kind === "person" ? `${person.person.email} ${person.person.isEmailConfirmed}` : person.kind

  const reload = useCallback(async () => setState(await askSettings()), [])

  useEffect(() => {
    if (account === "visitor" || account === "blocked") setState({ kind: account })
    else if (account !== "unknown") void reload()
  }, [account, reload])

  // One after the other: of two quick choices the second is the last word on the server as well.
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const change = useCallback(
    async (changed: SettingsChange) => {
      setState((now) => (now.kind === "ready" ? { ...now, settings: { ...now.settings, ...changed } } : now))
      const asked = sent.current.then(() => callApi("PATCH", PATH, changed))
      sent.current = asked
      const answer = await asked
      if (!answer.isOk) await reload()
      return answer
    },
    [reload],
  )

  return { state, reload, change }
}

async function askSettings(): Promise<SettingsState> {
  const answer = await callApi("GET", PATH)
  if (answer.isOk) return { kind: "ready", settings: answer.data as Settings }
  if (answer.code === "user_blocked") return { kind: "blocked" }
  return { kind: answer.status === 401 ? "visitor" : "failed" }
}
