// The browser's side with a server that answers, refuses, or is not there: what a visitor kept is handed over once and never lost.
import { beforeEach, describe, expect, it, vi } from "vitest"
import type { WatchKey } from "./key.ts"
import { parseLocal, serialiseLocal } from "./local-list.ts"
import type { Watched } from "./schema.ts"

const BITCOIN: Watched = {
  key: "currency:bitcoin",
  note: "mine",
  addedAt: "2026-11-01T00:00:00.000Z",
  addedRatePercent: 2,
}
const LIDO: Watched = {
  key: "offer:lido-steth",
  note: null,
  addedAt: "2026-11-02T00:00:00.000Z",
  addedRatePercent: null,
}
const WORDS = { locale: "en", fallback: "Something went wrong" } as const

type Answer = { status?: number; body?: unknown } | Error | null
type Ask = { method: string; path: string; body: unknown }

/** A browser that is not there: storage, cookies, other tabs, a server. */
function browser() {
  const kept = new Map<string, string>()
  const listeners: ((event: Partial<StorageEvent>) => void)[] = []
  const asks: Ask[] = []
  const state = { isSignedIn: false, hasRoom: true, answer: (_ask: Ask): Answer => ({ body: { data: [] } }) }
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, value: string) {
      if (!state.hasRoom) throw new DOMException("full", "QuotaExceededError")
      kept.set(name, value)
    },
    removeItem: (name: string) => void kept.delete(name),
  })
  vi.stubGlobal("document", {
    get cookie() {
      return state.isSignedIn ? "a=b; signed_in=1" : "a=b"
    },
  })
  vi.stubGlobal("addEventListener", (_name: string, listener: (typeof listeners)[number]) => listeners.push(listener))
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const ask = {
      method: init.method ?? "GET",
      path: path.replace("/api/watchlist", ""),
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : null,
    }
    asks.push(ask)
    const answer = state.answer(ask)
    if (answer instanceof Error) throw answer
    return Response.json(answer?.body ?? null, { status: answer?.status ?? 200 })
  })
  return {
    state,
    asks,
    keep: (...items: Watched[]) => void kept.set("watchlist", serialiseLocal(items)),
    list: () => parseLocal(kept.get("watchlist") ?? null),
    kept,
    otherTab: (key: string) => listeners.forEach((listener) => listener({ key })),
  }
}

let at: ReturnType<typeof browser>
let engine: typeof import("./engine.ts")
let stars: typeof import("./star-state.ts")
beforeEach(async () => {
  vi.resetModules()
  at = browser()
  stars = await import("./star-state.ts")
  engine = await import("./engine.ts")
  return () => vi.unstubAllGlobals()
})

const lit = (...keys: WatchKey[]) => keys.map((key) => stars.isStarred(key))
const merges = () => at.asks.filter(({ path }) => path === "/merge")
/** A server with a list that takes everything but what it does not know. */
function serve(list: WatchKey[], { unknown = [] as WatchKey[], full = [] as WatchKey[] } = {}) {
  at.state.answer = ({ method, path, body }) => {
    if (path === "/keys") return { body: { data: list.map((key, id) => ({ id: String(id + 1), key })) } }
    if (path === "/merge") {
      const given = (body as { items: { currencySlug?: string; offerSlug?: string }[] }).items.map(
        ({ currencySlug, offerSlug }): WatchKey =>
          currencySlug === undefined ? `offer:${offerSlug}` : `currency:${currencySlug}`,
      )
      const taken = given.filter((key) => ![...unknown, ...full, ...list].includes(key))
      const known = given.filter((key) => list.includes(key))
      list.push(...taken)
      const skipped = [
        ...unknown.map((key) => ({ key, reason: "unknown" })),
        ...full.map((key) => ({ key, reason: "full" })),
      ].filter(({ key }) => given.includes(key))
      return { body: { data: { added: taken, known, skipped } } }
    }
    if (method === "POST") {
      const { currencySlug } = body as { currencySlug?: string }
      list.push(`currency:${currencySlug}`)
      return { status: 201, body: { data: null } }
    }
    if (method === "DELETE") {
      list.splice(Number(path.slice(1)) - 1, 1)
      return { body: null }
    }
    return { status: 500, body: {} }
  }
}

describe("handing over", () => {
  it("gives the account what the browser kept, once, and then lets go of it", async () => {
    at.keep(BITCOIN, LIDO)
    at.state.isSignedIn = true
    serve(["currency:bitcoin"])
    await Promise.all([engine.refresh(), engine.refresh(), engine.withList(({ list }) => list.keys())])
    expect(merges()).toHaveLength(1)
    expect(merges()[0]?.body).toEqual({
      items: [
        { currencySlug: "bitcoin", note: "mine", addedAt: BITCOIN.addedAt, addedRatePercent: 2 },
        { offerSlug: "lido-steth", note: null, addedAt: LIDO.addedAt, addedRatePercent: null },
      ],
    })
    expect(at.kept.has("watchlist")).toBe(false)
    expect(lit("currency:bitcoin", "offer:lido-steth")).toEqual([true, true])
    expect(await engine.withList(async (open) => open.handedOver)).toEqual({ taken: 2, unknown: [], full: [] })
  })

  it.each([
    ["a server that is not there", new TypeError("offline")],
    ["a server that fails", { status: 500, body: { code: "internal" } }],
    ["a server that refuses", { status: 400, body: { code: "bad_request" } }],
    ["too many requests", { status: 429, body: { code: "too_many_requests" } }],
  ])("keeps everything with %s, and the account's list works all the same", async (_what, answer) => {
    at.keep(BITCOIN, LIDO)
    at.state.isSignedIn = true
    at.state.answer = ({ path }) =>
      path === "/merge" ? answer : { body: { data: [{ id: "1", key: "currency:ethereum" }] } }
    await engine.refresh()
    expect(at.list()).toEqual([BITCOIN, LIDO])
    expect(lit("currency:ethereum")).toEqual([true])
  })

  it("lets go of what is unknown, and keeps what the account has no room for", async () => {
    at.keep(BITCOIN, LIDO, { ...LIDO, key: "offer:gone" })
    at.state.isSignedIn = true
    serve([], { unknown: ["offer:gone"], full: ["offer:lido-steth"] })
    await engine.refresh()
    expect(at.list()).toEqual([LIDO])
    expect(await engine.withList(async (open) => open.handedOver)).toEqual({
      taken: 1,
      unknown: ["offer:gone"],
      full: ["offer:lido-steth"],
    })
  })

  it("keeps what another tab added while the server was at it", async () => {
    at.keep(BITCOIN)
    at.state.isSignedIn = true
    serve([])
    const { answer } = at.state
    at.state.answer = (ask) => {
      if (ask.path === "/merge") at.keep({ ...BITCOIN, note: "changed" }, LIDO)
      return answer(ask)
    }
    await engine.refresh()
    expect(at.list()).toEqual([{ ...BITCOIN, note: "changed" }, LIDO])
  })
})

describe("a session that has ended", () => {
  it("makes a visitor of its person: nothing is lost, nothing is said", async () => {
    at.keep(BITCOIN)
    at.state.isSignedIn = true
    at.state.answer = ({ path }) =>
      path.startsWith("/rates") ? { body: { data: [] } } : { status: 401, body: { code: "unauthorized" } }
    await engine.refresh()
    expect(lit("currency:bitcoin")).toEqual([true])
    await engine.switchStar("offer:lido-steth", true, WORDS)
    expect(at.list().map(({ key }) => key)).toEqual(["currency:bitcoin", "offer:lido-steth"])
  })
})

describe("a star", () => {
  it("of a visitor is kept with what is paid now, and taken away again", async () => {
    at.state.answer = ({ path }) => ({
      body: { data: path.startsWith("/rates") ? [{ key: "currency:bitcoin", ratePercent: 4.5 }] : [] },
    })
    await stars.toggle("currency:bitcoin", WORDS)
    expect(at.list()).toMatchObject([{ key: "currency:bitcoin", note: null, addedRatePercent: 4.5 }])
    expect(lit("currency:bitcoin")).toEqual([true])
    await stars.toggle("currency:bitcoin", WORDS)
    expect(at.kept.has("watchlist")).toBe(false)
    expect(lit("currency:bitcoin")).toEqual([false])
  })

  it("of a visitor needs no server", async () => {
    at.state.answer = () => new TypeError("offline")
    await stars.toggle("currency:bitcoin", WORDS)
    expect(at.list()).toMatchObject([{ key: "currency:bitcoin", addedRatePercent: null }])
  })

  it("shows the last of many quick clicks, and that is what is kept", async () => {
    at.state.isSignedIn = true
    const list: WatchKey[] = []
    serve(list)
    const clicks = Array.from({ length: 5 }, () => stars.toggle("currency:bitcoin", WORDS))
    expect(lit("currency:bitcoin")).toEqual([true])
    await Promise.all(clicks)
    expect(lit("currency:bitcoin")).toEqual([true])
    expect(list).toEqual(["currency:bitcoin"])
  })

  it("that a page was left with is gone on with on the next one", async () => {
    at.kept.set("watchlist-clicks", JSON.stringify({ "currency:bitcoin": true, "card:x": true }))
    const stop = stars.subscribe(() => {})
    await vi.waitFor(() => expect(at.list()).toMatchObject([{ key: "currency:bitcoin" }]))
    await vi.waitFor(() => expect(at.kept.has("watchlist-clicks")).toBe(false))
    stop()
  })

  it("turns back when nothing can be kept", async () => {
    at.state.hasRoom = false
    const append = vi.fn()
    vi.stubGlobal("document", {
      cookie: "",
      body: { append },
      createElement: () => ({ setAttribute() {}, append() {}, remove() {} }),
    })
    await stars.toggle("currency:bitcoin", WORDS)
    expect(lit("currency:bitcoin")).toEqual([false])
    await vi.waitFor(() => expect(append).toHaveBeenCalledOnce())
  })
})

describe("the stars of a page", () => {
  it("are asked for when somebody is signed in, and looked up when not", async () => {
    at.keep(BITCOIN)
    const stop = stars.subscribe(() => {})
    expect(lit("currency:bitcoin", "offer:lido-steth")).toEqual([true, false])
    expect(at.asks).toEqual([])
    at.keep(BITCOIN, LIDO)
    at.otherTab("watchlist")
    expect(lit("offer:lido-steth")).toEqual([true])
    stop()
  })

  it("follow who comes in and who goes", async () => {
    at.state.isSignedIn = true
    serve(["currency:ethereum"])
    stars.subscribe(() => {})
    await vi.waitFor(() => expect(lit("currency:ethereum")).toEqual([true]))
    expect(at.asks.map(({ path }) => path)).toEqual(["/keys"])
    at.state.isSignedIn = false
    stars.subscribe(() => {})
    expect(lit("currency:ethereum")).toEqual([false])
  })

  it("survive a list that is broken", () => {
    at.kept.set("watchlist", '{"items":5}')
    at.kept.set("watchlist-clicks", "5")
    stars.subscribe(() => {})
    expect(lit("currency:bitcoin")).toEqual([false])
  })
})
