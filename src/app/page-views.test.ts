import { describe, expect, test } from "vitest"
import { createPageViews } from "./page-views.ts"

const settings = { endpoint: "https://count.example/view", host: "apyary.example" }

function views(currentHost: string, endpoint: string | null = settings.endpoint) {
  const sent: string[] = []
  const pageViews = createPageViews({ ...settings, endpoint }, { currentHost, send: (_url, body) => sent.push(body) })
  return { sent, view: pageViews.view }
}

describe("page views (spec 4, 7)", () => {
  test("are sent on route changes, by path alone", () => {
    const { sent, view } = views("apyary.example")
    view("/earn?amount=2000#top")
    view("/staking")
    expect(sent).toEqual(['{"path":"/earn"}', '{"path":"/staking"}'])
  })
  test("are not sent on shallow changes, which keep the path", () => {
    const { sent, view } = views("apyary.example")
    view("/earn")
    view("/earn?page=2")
    expect(sent).toHaveLength(1)
  })
  test.each([
    ["localhost:3000", settings.endpoint],
    ["staging.apyary.example", settings.endpoint],
    ["apyary.example", null],
  ])("are not sent on %s to %s", (host, endpoint) => {
    const { sent, view } = views(host, endpoint)
    view("/earn")
    expect(sent).toEqual([])
  })
})
