// The command as people run it: a real process, on a database of its own and beside a site that has it open.
import { resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, it, test } from "vitest"
import { runCommand } from "../../../test/commands.ts"
import { createTestDb, openTestDb, removeTestDb, type TestDb } from "../../../test/test-db.ts"

const COMMAND = resolve(import.meta.dirname, "../../admin.ts")
const AD = [
  "--type",
  "search",
  "--link",
  "https://example.org",
  "--link-text",
  "Earn now",
  "--description",
  "Up to 5 %",
]

const run = (place: TestDb["settings"], words: readonly string[], env?: Record<string, string>) =>
  runCommand(COMMAND, place, words, env)

describe("npm run admin, on its own", () => {
  let place: TestDb["settings"]
  beforeAll(async () => {
    place = await createTestDb("empty")
  })
  afterAll(() => removeTestDb(place))

  it("adds, lists for people and for programs, and does nothing twice", async () => {
    expect(await run(place, ["ad:add", "spring", ...AD])).toEqual({
      code: 0,
      out: 'Added the ad "spring": search, weight 1, runs.\n',
      err: "",
    })
    const again = await run(place, ["ad:add", "spring", ...AD])
    expect([again.code, again.out]).toEqual([1, expect.stringContaining("already: nothing was changed")])
    expect((await run(place, ["ad:list"])).out).toMatch(/^slug +type +state.*\nspring +search +runs/)
    const { code, out } = await run(place, ["ad:list", "--json"])
    expect([code, JSON.parse(out)]).toEqual([0, { ads: [expect.objectContaining({ slug: "spring", weight: 1 })] }])
  })

  it("says what is wrong in one sentence, for people and for programs, with exit code 2", async () => {
    const wrong = ["ad:change", "spring", "--link", "http://example.org"]
    expect(await run(place, wrong)).toEqual({
      code: 2,
      out: "",
      err: "--link must be an address that begins with https://.\n",
    })
    const { code, out, err } = await run(place, [...wrong, "--json"])
    expect([code, err]).toEqual([2, ""])
    expect(JSON.parse(out)).toEqual({
      error: {
        code: "invalid_parameter",
        message: "--link must be an address that begins with https://.",
        fields: { link: "must be an address that begins with https://" },
      },
    })
  })

  test.each<[string[], number, "out" | "err"]>([
    [[], 2, "out"],
    [["--help"], 0, "out"],
    [["ad:add", "--help"], 0, "out"],
    [["ad:sell"], 2, "err"],
    [["ad:change", "spring", "--colour", "red"], 2, "err"],
    [["ad:change", "nobody", "--weight", "2"], 1, "err"],
    [["health"], 1, "out"],
  ])("%j: exit code %d", async (words, code, where) => {
    const answer = await run(place, words)
    expect(answer.code).toBe(code)
    expect(answer[where]).not.toBe("")
    expect(answer[where === "out" ? "err" : "out"]).toBe("")
    expect(answer.out + answer.err).not.toContain("\n    at ")
  })

  it("opens no database for a wrong use, and says when there is none", async () => {
    const nowhere = { DATABASE_URL: "postgres://nobody:secret@127.0.0.1:9/none" }
    expect((await run(place, ["ad:change", "spring", "--weight", "x"], nowhere)).err).toContain("--weight")
    const { code, err } = await run(place, ["ad:list"], nowhere)
    expect([code, err]).toEqual([1, expect.stringContaining("127.0.0.1:9")])
    expect(err).not.toContain("secret")
  })
})

describe("npm run admin, beside a running site", () => {
  it("writes into the database that the site has open", async () => {
    const site = await openTestDb()
    try {
      expect((await run(site.settings, ["ad:add", "spring", ...AD])).code).toBe(0)
      const many = [1, 2, 3].map((weight) => run(site.settings, ["ad:change", "spring", "--weight", `${weight + 1}`]))
      expect((await Promise.all(many)).map(({ code }) => code)).toEqual([0, 0, 0])
      const [row] = await site.sql`select weight from ad`
      expect([2, 3, 4]).toContain(row?.weight)
      const adds = [1, 2, 3].map(() => run(site.settings, ["promo:add", "p", "--promo-code", "P", "--sale", "80"]))
      expect((await Promise.all(adds)).filter(({ code }) => code === 0)).toHaveLength(1)
      expect(await site.sql`select slug from promo`).toHaveLength(1)
    } finally {
      await site.remove()
    }
  })
})
