import { expect, it, test } from "vitest"
import type { OfferStatus } from "../../market/words.ts"
import type { AlertRule } from "../rule.ts"
import { play, rule, type Step, told } from "../../../../test/guards/alert-play.ts"

const status = (to: OfferStatus[], wishes: Partial<AlertRule> = {}) =>
  rule({ type: "offerStatus", ...wishes, params: { to } })
const ALL: OfferStatus[] = ["active", "soldOut", "paused", "ended"]
const statuses = (...values: OfferStatus[]): Step[] =>
  values.map((one, hour) => ({ hour, offers: { 1: { status: one } } }))

test.each<[string, AlertRule, Step[], string[]]>([
  ["is not told of at first sight", status(ALL), statuses("ended"), []],
  ["is told when it changes", status(ALL), statuses("active", "soldOut", "soldOut"), ["1 offerStatus.soldOut"]],
  ["is told when it opens again", status(ALL), statuses("soldOut", "active"), ["1 offerStatus.active"]],
  ["that nobody asked for is not told", status(["ended"]), statuses("active", "soldOut", "active"), []],
  [
    "is told after one that nobody asked for",
    status(["ended"]),
    statuses("active", "soldOut", "ended"),
    ["2 offerStatus.ended"],
  ],
  [
    "waits for the cooldown and is told if it is still so",
    status(ALL, { cooldownHours: 3 }),
    statuses("active", "soldOut", "active", "active", "active"),
    ["1 offerStatus.soldOut", "4 offerStatus.active"],
  ],
  [
    "is not told when it came back meanwhile",
    status(ALL, { cooldownHours: 3 }),
    statuses("active", "soldOut", "active", "soldOut", "soldOut"),
    ["1 offerStatus.soldOut"],
  ],
  ["of another category keeps silent", status(ALL, { filter: { offerType: "defi" } }), statuses("active", "ended"), []],
])("a status %s", (_what, one, steps, expected) => {
  expect(told([one], steps)).toEqual(expected)
})

it("that waits is told by time alone", () => {
  const steps = [...statuses("active", "soldOut", "paused"), { hour: 9, offers: {} }]
  expect(told([status(ALL, { cooldownHours: 5 })], steps)).toEqual(["1 offerStatus.soldOut", "9 offerStatus.paused"])
})

it("tells what it was", () => {
  expect(play([status(ALL)], statuses("active", "ended"))[1]?.[0]?.values).toMatchObject({
    statusBefore: "active",
    status: "ended",
  })
})
