import { useCallback, useEffect, useState } from "react"
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
  /** Sends a change; what is shown changes when the server has it. */
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

  const change = useCallback(async (changed: SettingsChange) => {
    const answer = await callApi("PATCH", PATH, changed)
    if (answer.isOk)
      setState((now) => (now.kind === "ready" ? { ...now, settings: { ...now.settings, ...changed } } : now))
    return answer
  }, [])

  return { state, reload, change }
}

async function askSettings(): Promise<SettingsState> {
  const answer = await callApi("GET", PATH)
  if (answer.isOk) return { kind: "ready", settings: answer.data as Settings }
  if (answer.code === "user_blocked") return { kind: "blocked" }
  return { kind: answer.status === 401 ? "visitor" : "failed" }
}
