import { useCallback, useEffect, useRef, useState } from "react"
import { usePerson } from "../accounts/use-person.ts"
import { type HandedOver, inTurn, refresh, withList } from "./engine.ts"
import type { FileFormat } from "./file.ts"
import type { WatchItem } from "./item.ts"
import type { Imported, WatchList } from "./list.ts"
import { problemOf, type WatchProblem } from "./problem.ts"
import { CHANGED_KEY, goOnWithClicks, STORAGE_KEY } from "./star-state.ts"

export type Watchlist = {
  /** null until it is here. */
  items: readonly WatchItem[] | null
  isAccount: boolean
  /** What became of the list that the browser kept before; null when there was none. */
  handedOver: HandedOver | null
  problem: WatchProblem | null
  /** What was removed last, for as long as it can be put back. */
  removed: WatchItem | null
  reload: () => void
  remove: (item: WatchItem) => void
  undo: () => void
  setNote: (item: WatchItem, note: string | null) => Promise<boolean>
  importFile: (format: FileFormat, text: string) => Promise<Imported | null>
  exportFile: (format: FileFormat) => Promise<string | null>
  dismiss: () => void
}

/** The list of whoever is here, and what they can do with it. What is done shows at once and is taken back when it fails. */
export function useWatchlist(): Watchlist {
  const [items, setItems] = useState<readonly WatchItem[] | null>(null)
  const [isAccount, setAccount] = useState(false)
  const [handedOver, setHandedOver] = useState<HandedOver | null>(null)
  const [problem, setProblem] = useState<WatchProblem | null>(null)
  const [removed, setRemoved] = useState<WatchItem | null>(null)
  const { kind } = usePerson()
  const asked = useRef(0)

  const load = useCallback(async () => {
    const mine = ++asked.current
    try {
      const found = await withList(async ({ list, ...open }) => ({ ...open, items: await list.items() }))
      if (mine !== asked.current) return
      setItems(found.items)
      setAccount(found.isAccount)
      if (found.handedOver) setHandedOver(found.handedOver)
    } catch (error) {
      if (mine === asked.current) setProblem(problemOf(error))
    }
  }, [])

  // Somebody has come in or gone.
  const before = useRef(kind)
  useEffect(() => {
    if (before.current !== "unknown" && before.current !== kind) void load()
    before.current = kind
  }, [load, kind])

  // Again when another tab changed the list.
  useEffect(() => {
    void load()
    // A star of the page before may still be on its way into the list.
    void goOnWithClicks().then((hadClicks) => (hadClicks ? load() : undefined))
    const changed = ({ key }: StorageEvent) => {
      if (key === STORAGE_KEY || key === CHANGED_KEY || key === null) void load()
    }
    addEventListener("storage", changed)
    return () => removeEventListener("storage", changed)
  }, [load])

  /** null, and the list as it really is, when it failed. */
  async function change<Result>(work: (list: WatchList) => Promise<Result>): Promise<{ result: Result } | null> {
    setProblem(null)
    // What is on its way is older than this.
    asked.current++
    try {
      const result = await inTurn(() => withList(({ list }) => work(list)))
      void refresh()
      return { result }
    } catch (error) {
      setProblem(problemOf(error))
      void load()
      return null
    }
  }

  return {
    items,
    isAccount,
    handedOver,
    problem,
    removed,
    reload() {
      setProblem(null)
      void load()
    },
    remove(item) {
      setItems((known) => known?.filter(({ key }) => key !== item.key) ?? null)
      setRemoved(item)
      void change((list) => list.remove(item.key)).then((done) => !done && setRemoved(null))
    },
    undo() {
      if (!removed) return
      const { key, note, addedAt, addedRatePercent } = removed
      setItems((known) => [...(known ?? []), removed])
      setRemoved(null)
      void change((list) => list.putBack({ key, note, addedAt, addedRatePercent })).then((done) => done && load())
    },
    async setNote(item, note) {
      const done = await change((list) => list.setNote(item.key, note))
      const noted = (other: WatchItem) => (other.key === item.key ? { ...other, note } : other)
      if (done) {
        setItems((known) => known?.map(noted) ?? null)
        // It may have been removed meanwhile: what is put back has the note.
        setRemoved((known) => known && noted(known))
      }
      return done !== null
    },
    async importFile(format, text) {
      const done = await change((list) => list.importFile(format, text))
      if (done) await load()
      return done?.result ?? null
    },
    async exportFile(format) {
      return (await change((list) => list.exportFile(format)))?.result ?? null
    },
    dismiss: () => setProblem(null),
  }
}
