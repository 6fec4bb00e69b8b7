import { describe, expect, it, test } from "vitest"
import { canConfirmSurvey, hasTextBox, type SurveyFlow, surveyComment, surveyReasons, textBoxRows } from "./survey.ts"

const FLOWS: [SurveyFlow, string[]][] = [
  ["cancel", ["tooExpensive", "tooLittleUse", "missingFeature", "foundAnother", "other"]],
  ["downgradeToFree", ["tooExpensive", "tooLittleUse", "missingFeature", "foundAnother", "other"]],
  ["downgradeToPaid", ["tooExpensive", "lessIsEnough", "other"]],
]

/** Every choice of these ids. */
const choices = (ids: readonly string[]): string[][] =>
  ids.reduce<string[][]>((all, id) => [...all, ...all.map((some) => [...some, id])], [[]])

describe.each(FLOWS)("%s", (flow, ids) => {
  it("has its reasons, in their order", () => {
    expect(surveyReasons(flow)).toEqual(ids)
  })

  it("can be confirmed with at least one, and has a text box with the last, over every choice", () => {
    const all = choices(ids)
    expect(all).toHaveLength(2 ** ids.length)
    for (const ticked of all) {
      expect(canConfirmSurvey(ids, ticked)).toBe(ticked.length >= 1)
      expect(hasTextBox(ids, ticked)).toBe(ticked.includes("other"))
    }
  })
})

test("a reason that is not in the list counts for nothing", () => {
  expect(canConfirmSurvey(["a", "b"], ["c"])).toBe(false)
  expect(hasTextBox(["a", "b"], ["c"])).toBe(false)
  expect(hasTextBox([], ["a"])).toBe(false)
  expect(canConfirmSurvey([], [])).toBe(false)
})

describe("surveyComment", () => {
  const reasons = [
    { id: "a", text: "Too dear" },
    { id: "b", text: "Too little use" },
    { id: "c", text: "Another reason" },
  ]
  test.each<[string[], string, string]>([
    [[], "", ""],
    [[], "typed", ""],
    [["a"], "", "Too dear"],
    [["a"], "typed", "Too dear"],
    [["b"], "", "Too little use"],
    [["a", "b"], "typed", "Too dear. Too little use"],
    [["c"], "", "Another reason"],
    [["c"], "typed", "Another reason: typed"],
    [["a", "c"], "", "Too dear. Another reason"],
    [["b", "c"], "  my words: two\nlines \n", "Too little use. Another reason: my words: two\nlines"],
    [["c"], " \n ", "Another reason"],
    // in the order of the list, whichever was ticked first
    [["c", "b", "a"], "typed", "Too dear. Too little use. Another reason: typed"],
    [["a", "x", "a"], "typed", "Too dear"],
  ])("%j with %j", (ticked, extra, comment) => {
    expect(surveyComment(reasons, ticked, extra)).toBe(comment)
  })
})

test.each([
  ["", 4],
  ["one", 4],
  ["1\n2\n3\n4", 4],
  ["1\n2\n3\n4\n", 5],
  ["1\n2\n3\n4\n5", 5],
  ["\n".repeat(10), 11],
  ["\n".repeat(11), 12],
  ["\n".repeat(12), 12],
  ["\n".repeat(200), 12],
])("the text %j has %d rows", (text, rows) => {
  expect(textBoxRows(text)).toBe(rows)
})

test("long lines break", () => {
  expect(textBoxRows("x".repeat(200), 40)).toBe(5)
  expect(textBoxRows("x".repeat(201), 40)).toBe(6)
  expect(textBoxRows(`${"x".repeat(200)}\n\n`, 40)).toBe(7)
  expect(textBoxRows("x".repeat(2000), 40)).toBe(12)
})
