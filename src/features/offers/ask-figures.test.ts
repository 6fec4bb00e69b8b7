import { afterEach, expect, it, test, vi } from "vitest"
import { slugsCodec } from "../../core/query.ts"
import { askFigures, portions } from "./ask-figures.ts"

const rowsOf = (slugs: readonly string[]) => slugs.map((slug) => ({ slug, realApyVerdict: "less" as const }))
const figure = (text: string) => ({ realApy: 1, paidSharePercent: 50, realApyText: text, paidShareText: "50" })
const asked: string[] = []

/** Answers each slug with its own name. */
function serve(status = 200) {
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address)
    const slugs = new URL(address, "https://apyary.test").searchParams.get("slugs")?.split(",") ?? []
    return Response.json({ data: Object.fromEntries(slugs.map((slug) => [slug, figure(slug)])) }, { status })
  })
}

afterEach(() => {
  asked.length = 0
  vi.unstubAllGlobals()
})

it("all who ask at the same time share one question, each slug once", async () => {
  serve()
  const [first, second] = await Promise.all([
    askFigures(rowsOf(["a", "b"]), "en"),
    askFigures(rowsOf(["b", "c"]), "en"),
  ])
  expect(asked).toEqual(["/api/me/real-apy?slugs=a,b,c&locale=en"])
  expect(first).toEqual({ a: figure("a"), b: figure("b"), c: figure("c") })
  expect(second).toBe(first)
})

it("who asks later, or for another language, asks anew", async () => {
  serve()
  await askFigures(rowsOf(["a"]), "en")
  await Promise.all([askFigures(rowsOf(["a"]), "en"), askFigures(rowsOf(["a"]), "de")])
  expect(asked.map((address) => address.slice(-2))).toEqual(["en", "en", "de"])
})

it("asks for nothing of which even the verdict is unknown", async () => {
  serve()
  expect(await askFigures([{ slug: "a", realApyVerdict: "unknown" }], "en")).toEqual({})
  await askFigures([...rowsOf(["b"]), { slug: "c", realApyVerdict: "unknown" }], "en")
  expect(asked).toEqual(["/api/me/real-apy?slugs=b&locale=en"])
})

it("puts together what needs several questions", async () => {
  serve()
  const slugs = Array.from({ length: 51 }, (_, n) => `s${n}`)
  expect(Object.keys(await askFigures(rowsOf(slugs), "en"))).toEqual(slugs)
  expect(asked).toHaveLength(2)
})

it("fails when the server does not answer with figures, and asks again the next time", async () => {
  serve(500)
  await expect(askFigures(rowsOf(["a"]), "en")).rejects.toThrow("500")
  serve()
  expect(await askFigures(rowsOf(["a"]), "en")).toEqual({ a: figure("a") })
})

const names = (count: number, length: number) => Array.from({ length: count }, (_, n) => `${n}-`.padEnd(length, "x"))

test.each([
  ["none", [], 0],
  ["one", names(1, 10), 1],
  ["a page of usual names", names(50, 39), 1],
  ["one over a page", names(51, 5), 2],
  ["a page of the longest names", names(50, 120), 4],
])("%s: the door takes every portion, and nothing is lost", (_what, slugs, count) => {
  const lists = portions(slugs)
  expect(lists).toHaveLength(count)
  expect(lists.flatMap((list) => list.split(","))).toEqual(slugs)
  for (const list of lists) {
    expect(list.length).toBeLessThanOrEqual(2000)
    expect(slugsCodec.read(list)).toEqual(list.split(","))
  }
})
