// What keeps the list: in the browser for a visitor, in the account for whoever is signed in. What a visitor kept is handed over once,
// and leaves the browser when the server has it.
import { hasHint } from "../accounts/hint.ts"
import { ACCOUNT_LIST } from "./account-list.ts"
import { postMerge } from "./api.ts"
import type { WatchKey } from "./key.ts"
import type { WatchList } from "./list.ts"
import { withoutTaken } from "./local-list.ts"
import { problemOf, WatchFailure } from "./problem.ts"
import { showNotice } from "./show-notice.ts"
import { setKeys, type Words } from "./star-state.ts"
import { readStored, tellTabs, writeStored } from "./storage.ts"
import { VISITOR_LIST } from "./visitor-list.ts"

/** What handing over a visitor's list has done: how many are in the account now, and what could not be taken. */
export type HandedOver = { taken: number; unknown: WatchKey[]; full: WatchKey[] }
export type OpenList = { list: WatchList; isAccount: boolean; handedOver: HandedOver | null }

/** How long a refusal counts: somebody who signs in again gets their list. */
const REFUSED_MS = 30_000
let refusedUntil = 0
let handingOver: Promise<HandedOver | null> | undefined
let last: Promise<unknown> = Promise.resolve()

/** One change after the other, in the order of the clicks. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const next = last.then(work, work)
  last = next.catch(() => {})
  return next
}

/** Does something with the list of whoever is here. With a session that has ended they are a visitor. */
export async function withList<Result>(work: (open: OpenList) => Promise<Result>): Promise<Result> {
  if (hasHint() && Date.now() >= refusedUntil) {
    try {
      handingOver ??= handOver()
      return await work({ list: ACCOUNT_LIST, isAccount: true, handedOver: await handingOver })
    } catch (error) {
      if (!(error instanceof WatchFailure) || error.problem !== "signedOut") throw error
      refusedUntil = Date.now() + REFUSED_MS
    }
  }
  handingOver = undefined
  return work({ list: VISITOR_LIST, isAccount: false, handedOver: null })
}

/** Gives what a visitor kept to the account. When that fails it stays in the browser, and the next page tries again. */
async function handOver(): Promise<HandedOver | null> {
  const kept = readStored()
  if (kept.length === 0) return null
  try {
    const { added, known, skipped } = await postMerge(kept)
    const left = (reason: string) => skipped.filter((item) => item.reason === reason).map(({ key }) => key)
    const full = left("full")
    // Only now, and only what was sent: what came in meanwhile stays, and what the account has no room for stays as well.
    const taken = kept.filter(({ key }) => !full.includes(key))
    writeStored(withoutTaken(readStored(), taken))
    tellTabs()
    return { taken: added.length + known.length, unknown: left("unknown"), full }
  } catch (error) {
    if (error instanceof WatchFailure && error.problem === "signedOut") throw error
    return null
  }
}

/** Looks what is in the list and lights the stars. */
export function refresh(): Promise<void> {
  return inTurn(async () => setKeys(await withList(({ list }) => list.keys())))
}

let hasTold = false

/** Puts something into the list or takes it out. Says in words when that fails, and where the list is when it is the first. */
export function switchStar(key: WatchKey, isOn: boolean, words: Words | null): Promise<void> {
  return inTurn(async () => {
    try {
      const keys = await withList(async ({ list }) => {
        await (isOn ? list.add(key) : list.remove(key))
        return list.keys()
      })
      setKeys(keys)
      if (isOn && words && !hasTold) {
        hasTold = true
        void showNotice("added", words)
      }
    } catch (error) {
      if (words) void showNotice(problemOf(error), words)
    }
  })
}
