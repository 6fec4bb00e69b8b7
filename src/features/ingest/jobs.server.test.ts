import { describe, expect, it, test } from "vitest"
import { cronOf, scheduleOf } from "./jobs.server.ts"
import { SOURCE_IDS } from "./source.ts"
import { SOURCES } from "./sources/registry.ts"

test.each([
  [600, 3, "3-59/10 * * * *"],
  [600, 13, "3-59/10 * * * *"],
  [900, 7, "7-59/15 * * * *"],
  [3600, 0, "25 * * * *"],
  [3600, 8, "49 * * * *"],
  [3600, 20, "25 * * * *"],
  [7200, 0, "25 */2 * * *"],
  [36_000, 0, "25 */10 * * *"],
  [86_400, 2, "14 5 * * *"],
  [30, 0, "0-59/1 * * * *"],
])("every %s seconds, as source number %s, is %s", (seconds, offset, cron) => {
  expect(cronOf(seconds, offset)).toBe(cron)
})

/** The moments of a field, from "a", "*", "*\/n", "a-b/n". */
function momentsOf(field: string, size: number): number[] {
  const [range = "", step = "1"] = field.split("/")
  const [from = 0, to = size - 1] = range === "*" ? [] : range.split("-").map(Number)
  const last = range === "*" || range.includes("-") ? to : from
  return Array.from({ length: size }, (_, at) => at).filter(
    (at) => at >= from && at <= last && (at - from) % Number(step) === 0,
  )
}

describe("the schedule of each source", () => {
  test.each(SOURCE_IDS.map((id, at) => [id, at] as const))("%s runs as often as it asks for", (id, at) => {
    const [minutes = "", hours = ""] = cronOf(SOURCES[id].intervalSeconds, at).split(" ")
    const runsADay = momentsOf(minutes, 60).length * momentsOf(hours, 24).length
    expect(runsADay).toBe(86_400 / SOURCES[id].intervalSeconds)
  })

  it("runs hand-verified rows once a day, and only when they are the operator's own", () => {
    expect(scheduleOf("manual", { manualIsOwn: false })).toBeNull()
    const [minutes = "", hours = ""] = (scheduleOf("manual", { manualIsOwn: true }) ?? "").split(" ")
    expect([momentsOf(minutes, 60).length, momentsOf(hours, 24).length]).toEqual([1, 1])
  })

  test.each(SOURCE_IDS.filter((id) => id !== "manual"))("has %s whatever MANUAL_DIR is", (id) => {
    expect(scheduleOf(id, { manualIsOwn: false })).toBe(cronOf(SOURCES[id].intervalSeconds, SOURCE_IDS.indexOf(id)))
    expect(scheduleOf(id, { manualIsOwn: true })).toBe(scheduleOf(id, { manualIsOwn: false }))
  })

  it("asks DefiLlama after its refresh at minute 22", () => {
    const [minute] = cronOf(SOURCES.defillama.intervalSeconds, SOURCE_IDS.indexOf("defillama")).split(" ")
    expect(Number(minute)).toBeGreaterThan(22)
  })
})
