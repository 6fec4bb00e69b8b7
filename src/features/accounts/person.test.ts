import { describe, expect, it, test } from "vitest"
import { askPerson, createPersonStore, type Person, type PersonDeps, type PersonState } from "./person.ts"

const person = { id: "1", email: "a@b.de", tariff: { code: "free" } } as Person
const SIGNED_IN: PersonState = { kind: "person", person }

function storeOf(given: Partial<PersonDeps> = {}) {
  const seen = { asked: 0, marks: [] as boolean[], told: 0, changes: 0 }
  const store = createPersonStore({
    ask: async () => {
      seen.asked++
      return SIGNED_IN
    },
    hasHint: () => true,
    mark: (isSignedIn) => void seen.marks.push(isSignedIn),
    tell: () => void seen.told++,
    ...given,
  })
  return { store, seen, listen: () => store.subscribe(() => void seen.changes++) }
}
const settled = () => new Promise((done) => setTimeout(done))

describe("who is signed in", () => {
  it("is unknown until the first who listens, and asked once for all", async () => {
    const { store, seen, listen } = storeOf()
    expect(store.read()).toEqual({ kind: "unknown" })
    expect(seen.asked).toBe(0)
    listen()
    listen()
    await settled()
    expect(store.read()).toEqual(SIGNED_IN)
    expect(seen).toMatchObject({ asked: 1, marks: [true], changes: 2, told: 0 })
  })

  test.each([
    ["free", false],
    ["pro", true],
    ["proPlus", true],
  ])("with %s is marked as somebody whose plan is paid: %s", async (code, isPaid) => {
    const marks: [boolean, boolean][] = []
    const payer = { ...person, tariff: { ...person.tariff, code } } as Person
    const { listen } = storeOf({
      ask: async () => ({ kind: "person", person: payer }),
      mark: (...mark) => void marks.push(mark),
    })
    listen()
    await settled()
    expect(marks).toEqual([[true, isPaid]])
  })

  it("is a visitor without a question where the cookie is missing", async () => {
    const { store, seen, listen } = storeOf({ hasHint: () => false })
    listen()
    await settled()
    expect(store.read()).toEqual({ kind: "visitor" })
    expect(seen).toMatchObject({ asked: 0, marks: [false] })
  })

  test.each<PersonState>([{ kind: "visitor" }, { kind: "blocked" }])("%j is shown as a visitor", async (state) => {
    const { store, seen, listen } = storeOf({ ask: async () => state })
    listen()
    await settled()
    expect(store.read()).toEqual(state)
    expect(seen.marks).toEqual([false])
  })

  it("stays as it is when no answer comes", async () => {
    let isDown = false
    const { store, seen, listen } = storeOf({
      ask: async () => {
        if (isDown) throw new Error("offline")
        return SIGNED_IN
      },
    })
    listen()
    await settled()
    isDown = true
    await store.refresh()
    expect(store.read()).toEqual(SIGNED_IN)
    expect(seen.marks).toEqual([true])
  })

  it("is what the last question says, whichever answer comes first", async () => {
    const answers: ((state: PersonState) => void)[] = []
    const { store } = storeOf({ ask: () => new Promise((done) => answers.push(done)) })
    const first = store.refresh()
    const second = store.refresh()
    answers[1]?.({ kind: "visitor" })
    await second
    answers[0]?.(SIGNED_IN)
    await first
    expect(store.read()).toEqual({ kind: "visitor" })
  })

  it("is told to the other tabs when it changed here, and not when it is only asked again", async () => {
    const { store, seen } = storeOf()
    await store.refresh()
    expect(seen.told).toBe(0)
    await store.changed()
    expect(seen.told).toBe(1)
  })

  it("tells nobody who stopped listening", async () => {
    const { store, seen, listen } = storeOf()
    listen()()
    await store.refresh()
    expect(seen.changes).toBe(0)
  })
})

describe("getUser", () => {
  const answering = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status })

  test.each<[string, number, unknown, PersonState]>([
    ["a person", 200, { data: { user: person } }, SIGNED_IN],
    ["a visitor", 200, { data: { user: null } }, { kind: "visitor" }],
    ["somebody blocked", 401, { message: "User is blocked" }, { kind: "blocked" }],
    [
      "somebody blocked, told by GraphQL",
      200,
      { data: null, errors: [{ message: "User is blocked", extensions: { code: "user_blocked" } }] },
      { kind: "blocked" },
    ],
  ])("%s", async (_name, status, body, expected) => {
    expect(await askPerson(answering(status, body))).toEqual(expected)
  })

  test.each([
    [500, {}],
    [200, { data: { user: null }, errors: [{ message: "down" }] }],
  ])("a failure is no visitor: %s %j", async (status, body) => {
    await expect(askPerson(answering(status, body))).rejects.toThrow()
  })
})
