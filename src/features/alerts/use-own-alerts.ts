import { useCallback, useEffect, useRef, useState } from "react"
import { callApi } from "../accounts/api.ts"
import { usePerson } from "../accounts/use-person.ts"
import type { AlertItem, AlertLabels, AlertList, ChannelsState } from "./page-data.ts"

const PATH = "/api/alerts"
/** How long something deleted can be put back. */
const UNDO_MS = 10_000

export type Own = { list: AlertList; labels: AlertLabels; channels: ChannelsState }
export type OwnState = { kind: "unknown" | "visitor" | "failed" } | ({ kind: "ready" } & Own)

export type OwnAlerts = {
  state: OwnState
  reload: () => Promise<void>
  setChannels: (channels: ChannelsState) => void
  /** What was deleted last, for as long as it can be put back. */
  deleted: AlertItem | null
  remove: (alert: AlertItem) => void
  undo: () => void
  /** Deletes now what could still be put back: before something else is asked that counts alerts. */
  settle: () => Promise<void>
}

/** The alerts of whoever is signed in. A deleted one leaves the list at once and the server when it is not put back. */
export function useOwnAlerts(): OwnAlerts {
  const { kind } = usePerson()
  const [state, setState] = useState<OwnState>({ kind: "unknown" })
  const [deleted, setDeleted] = useState<AlertItem | null>(null)
  const pending = useRef<AlertItem | null>(null)
  const asked = useRef(0)

  const reload = useCallback(async () => {
    const mine = ++asked.current
    const [list, labels, channels] = await Promise.all(
      ["", "/labels", "/channels"].map((path) => callApi("GET", PATH + path)),
    )
    if (mine !== asked.current) return
    if (!list?.isOk || !labels?.isOk || !channels?.isOk) {
      const isGone = list?.isOk === false && list.status === 401
      setState({ kind: isGone ? "visitor" : "failed" })
      return
    }
    setState({
      kind: "ready",
      list: list.data as AlertList,
      labels: labels.data as AlertLabels,
      channels: channels.data as ChannelsState,
    })
  }, [])

  useEffect(() => {
    if (kind === "person") void reload()
    else if (kind !== "unknown") setState({ kind: "visitor" })
  }, [kind, reload])

  const settle = useCallback(async () => {
    const alert = pending.current
    if (alert === null) return
    pending.current = null
    setDeleted(null)
    // Goes through also when the page is left meanwhile.
    await callApi("DELETE", `${PATH}/${alert.id}`, undefined, (path, init) => fetch(path, { ...init, keepalive: true }))
  }, [])

  useEffect(() => {
    if (deleted === null) return
    const timer = setTimeout(() => void settle().then(reload), UNDO_MS)
    return () => clearTimeout(timer)
  }, [deleted, settle, reload])
  useEffect(() => {
    const leave = () => void settle()
    addEventListener("pagehide", leave)
    return () => {
      removeEventListener("pagehide", leave)
      leave()
    }
  }, [settle])

  return {
    state:
      state.kind === "ready" && deleted !== null
        ? { ...state, list: { ...state.list, data: state.list.data.filter(({ id }) => id !== deleted.id) } }
        : state,
    reload,
    setChannels: useCallback((channels) => setState((now) => (now.kind === "ready" ? { ...now, channels } : now)), []),
    deleted,
    remove(alert) {
      void settle().then(() => {
        pending.current = alert
        setDeleted(alert)
      })
    },
    undo() {
      pending.current = null
      setDeleted(null)
    },
    settle,
  }
}
