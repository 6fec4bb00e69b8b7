// Who is signed in, as the browser knows it. Public pages are the same for everybody; this fills in what belongs to a person.
import { askGraphql, GraphqlError, type GraphqlOperation } from "../../core/graphql-client.ts"

/** What getUser tells (contract). */
export type Person = {
  id: string
  email: string
  isEmailConfirmed: boolean
  name: string | null
  affCode: string | null
  tariffCode: "free" | "pro" | "proPlus"
  tariffCodeNext: "free" | "pro" | "proPlus" | null
  tariffPeriod: "monthly" | "yearly" | null
  tariffPeriodNext: "monthly" | "yearly" | null
  /** Moments in ISO 8601. */
  tariffActiveFrom: string | null
  tariffActiveTo: string | null
  tariff: {
    id: string
    code: "free" | "pro" | "proPlus"
    name: string
    alertCount: number
    alertTypes: string[]
    notificationCount: number
    apyHistory: number | null
    exportCsv: boolean
    noAds: boolean
    offerStatusHistory: boolean
  }
  telegramChatId: string | null
  telegramToken: string | null
  notificationsCount: number
  unreadCount: number
  alert: { id: string }[]
  alertCount: number
  watchlist: { id: string; currencyId: string }[]
  notifications: {
    id: string
    groupId: string
    group: {
      id: string
      slug: string
      name: string
      locale: string
      translations: { name: string; locale: string }[]
    }
  }[]
}

/** Whether the plan that holds now has what all paid plans have, such as the figure of Real APY. */
export function hasPaidPlan({ tariff }: Pick<Person, "tariff">): boolean {
  return tariff.code !== "free"
}

/** "unknown" until the server said; the cookie's hint decides what is shown until then. */
export type PersonState = { kind: "unknown" | "visitor" | "blocked" } | { kind: "person"; person: Person }

/** Word for word the contract's. */
const GET_USER: GraphqlOperation = {
  operationName: "getUser",
  query: `query getUser { user { id email isEmailConfirmed name affCode tariffCode tariffCodeNext tariffPeriod tariffPeriodNext tariffActiveFrom tariffActiveTo tariff { id code name alertCount alertTypes notificationCount apyHistory exportCsv noAds offerStatusHistory } telegramChatId telegramToken notificationsCount unreadCount alert { id } alertCount watchlist { id currencyId } notifications { id groupId group { id slug name locale translations { name locale } } } } }`,
}

/** Asks the server. Throws when it does not answer. */
export async function askPerson(ask: typeof fetch = fetch): Promise<PersonState> {
  try {
    const { data, errors } = await askGraphql<{ user: Person | null }>(GET_USER, {
      endpoint: "/api/graphql",
      fetch: ask,
    })
    if (errors.some(({ extensions }) => extensions?.code === "user_blocked")) return { kind: "blocked" }
    if (errors.length > 0) throw new Error("getUser failed")
    return data?.user ? { kind: "person", person: data.user } : { kind: "visitor" }
  } catch (error) {
    // A visitor gets null: only somebody who is blocked is refused (contract/rest).
    if (error instanceof GraphqlError && error.status === 401) return { kind: "blocked" }
    throw error
  }
}

export type PersonDeps = {
  ask: () => Promise<PersonState>
  /** Whether the browser has the cookie that says somebody may be signed in. */
  hasHint: () => boolean
  /** Shows the page's parts for somebody who is signed in, with a paid plan or not, or for a visitor. */
  mark: (isSignedIn: boolean, isPaid: boolean) => void
  /** Tells the site's other tabs. */
  tell: () => void
}

export type PersonStore = {
  read(): PersonState
  subscribe(listener: () => void): () => void
  /** Asks again, after something about the person changed. Resolves when it is known. */
  refresh(): Promise<void>
  /** The same, and has the other tabs ask as well: after a login, a logout and what changes what they show. */
  changed(): Promise<void>
}

/** One per document. The first who listens sets it off; of several questions the last one counts. */
export function createPersonStore({ ask, hasHint, mark, tell }: PersonDeps): PersonStore {
  let state: PersonState = { kind: "unknown" }
  let asked = 0
  const listeners = new Set<() => void>()

  function set(next: PersonState) {
    state = next
    mark(next.kind === "person", next.kind === "person" && hasPaidPlan(next.person))
    for (const listener of listeners) listener()
  }

  async function refresh() {
    const mine = ++asked
    if (!hasHint()) return set({ kind: "visitor" })
    try {
      const next = await ask()
      if (mine === asked) set(next)
    } catch {
      // Without an answer everything stays as it is: somebody on a train is not signed out.
    }
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      if (asked === 0) void refresh()
      return () => void listeners.delete(listener)
    },
    refresh,
    async changed() {
      tell()
      await refresh()
    },
  }
}
