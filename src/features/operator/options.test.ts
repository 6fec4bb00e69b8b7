import { describe, expect, it, test } from "vitest"
import { AppError } from "../../core/errors.ts"
import type { Command } from "./command.ts"
import { readOptions } from "./options.ts"

const command: Command = {
  name: "thing:add",
  about: "Adds a thing",
  words: ["slug"],
  fields: [
    { name: "linkText", kind: "text", about: "words" },
    { name: "weight", kind: "number", about: "number" },
    { name: "published", kind: "yesNo", about: "yes or no" },
    { name: "startDate", kind: "start", about: "start" },
    { name: "endDate", kind: "end", about: "end" },
    { name: "translation", kind: "list", about: "texts" },
  ],
  example: "thing:add one",
  run: async () => ({ text: "", json: null }),
}
const read = (...args: string[]) => readOptions(command, ["one", ...args]).values

function refused(...args: string[]) {
  try {
    readOptions(command, args)
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message, fields: error.fields }
    throw error
  }
  return null
}

describe("readOptions", () => {
  test.each<[string[], object]>([
    [["--link-text", "More of it"], { linkText: "More of it" }],
    [["--link-text=-x"], { linkText: "-x" }],
    [["--link-text", ""], { linkText: null }],
    [["--weight", "2.5"], { weight: 2.5 }],
    [["--weight=-1"], { weight: -1 }],
    [["--published", "no"], { published: false }],
    [["--start-date", "2026-12-01"], { startDate: new Date("2026-12-01T00:00:00Z") }],
    [["--end-date", "2026-12-01"], { endDate: new Date("2026-12-01T23:59:59.999Z") }],
    [["--end-date", "2026-12-01T09:00:00+02:00"], { endDate: new Date("2026-12-01T07:00:00Z") }],
    [["--translation", "a", "--translation", "b"], { translation: ["a", "b"] }],
  ])("%j", (args, expected) => {
    expect(read(...args)).toEqual(expected)
  })

  test.each<[string[], string]>([
    [["--weight", "many"], "weight"],
    [["--weight", "1e3"], "weight"],
    [["--weight", "0x10"], "weight"],
    [["--published", "true"], "published"],
    [["--start-date", "2026-02-30"], "startDate"],
    [["--start-date", "1.12.2026"], "startDate"],
    [["--end-date", "tomorrow"], "endDate"],
    [["--end-date", "2026-12-01T09:00:00"], "endDate"],
    [["--link-text", "a\u001b[2Jb"], "linkText"],
    [["--link-text", "a\nb"], "linkText"],
    [["--link-text", "a", "--link-text", "b"], "linkText"],
    [["--translation", "de:linkText=a\u202eb"], "translation"],
  ])("refuses %j and names the field", (args, field) => {
    const problem = refused("one", ...args)
    expect(problem?.code).toBe("invalid_parameter")
    expect(Object.keys(problem?.fields ?? {})).toEqual([field])
  })

  test.each<[string[], string, string]>([
    [["one", "--colour", "red"], "unknown_parameter", "--colour"],
    [["one", "--linkText", "x"], "unknown_parameter", "--linkText"],
    [["one", "-x"], "unknown_parameter", "-x"],
    [["one", "--weight"], "bad_request", "--weight needs a value"],
    [["one", "--weight", "-1"], "bad_request", "--weight=-value"],
    [["one", "--json=yes"], "bad_request", "--json"],
    [["one", "two"], "bad_request", '"two"'],
    [[], "bad_request", "needs <slug>"],
    [[""], "bad_request", "needs <slug>"],
    [["one", "--slug", "two"], "invalid_parameter", "given twice"],
  ])("refuses %j in one sentence", (args, code, words) => {
    const problem = refused(...args)
    expect(problem?.code).toBe(code)
    expect(problem?.message).toContain(words)
    expect(problem?.message.endsWith(".") || problem?.message.endsWith(command.example)).toBe(true)
  })

  it("takes the slug as a word or as an option, and --json and --help anywhere", () => {
    expect(readOptions(command, ["--json", "--slug", "one"])).toMatchObject({ words: ["one"], json: true, help: false })
    expect(readOptions(command, ["--help"])).toMatchObject({ help: true })
  })
})
