import { useSyncExternalStore } from "react"
import { hasHint, showPerson } from "./hint.ts"
import { askPerson, createPersonStore, type Person, type PersonState, type PersonStore } from "./person.ts"

const CHANNEL = "person"
const UNKNOWN: PersonState = { kind: "unknown" }

let store: PersonStore | null = null

/** The document's store; the server never makes one. */
function personStore(): PersonStore {
  if (store) return store
  const channel = new BroadcastChannel(CHANNEL)
  const made = createPersonStore({
    ask: () => askPerson(),
    hasHint,
    mark: showPerson,
    tell: () => channel.postMessage("changed"),
  })
  channel.addEventListener("message", () => void made.refresh())
  // A page that comes back from the browser's memory may be from before a login or a logout.
  addEventListener("pageshow", (event) => event.persisted && void made.refresh())
  store = made
  return made
}

const subscribe = (listener: () => void) => personStore().subscribe(listener)

/** Who is signed in. "unknown" on the server, while hydrating and until the server answered. */
export function usePerson(): PersonState {
  return useSyncExternalStore(
    subscribe,
    () => personStore().read(),
    () => UNKNOWN,
  )
}

/** The signed-in person, or null for a visitor and as long as it is not known. */
export function useSignedIn(): Person | null {
  const state = usePerson()
  return state.kind === "person" ? state.person : null
}

/** After a login, a logout, or a change of what the header shows: asks again, here and in the other tabs. */
export function personChanged(): Promise<void> {
  return personStore().changed()
}
