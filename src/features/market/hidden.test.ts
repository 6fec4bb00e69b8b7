import { expect, test } from "vitest"
import { NOW } from "../../../test/guards/market-rows.ts"
import { DAY_MS } from "../../core/clock.ts"
import {
  type HiddenInput,
  hiddenReason,
  IMPLAUSIBLE_APY_PERCENT,
  MANUAL_STALE_DAYS,
  STALE_DAYS,
  THIN_TVL_USD,
} from "./hidden.ts"

const weekAgo = NOW.getTime() - STALE_DAYS * DAY_MS
const quarterAgo = NOW.getTime() - MANUAL_STALE_DAYS * DAY_MS

test.each<[string, Partial<HiddenInput>, string | null]>([
  ["an open offer with a rate is shown", {}, null],
  ["an ended one is not", { status: "ended" }, "ended"],
  ["a sold-out one is not", { status: "soldOut" }, "closed"],
  ["a paused one is not", { status: "paused" }, "closed"],
  ["without any rate it is not", { apyPercent: null }, "noRate"],
  ["with a best rate alone it is", { apyPercent: null, maxRatePercent: 8 }, null],
  ["a rate of 0 is a rate", { apyPercent: 0 }, null],
  ["at the bound of what is plausible it is shown", { apyPercent: IMPLAUSIBLE_APY_PERCENT }, null],
  ["just above it is not", { apyPercent: IMPLAUSIBLE_APY_PERCENT + 0.01 }, "implausible"],
  ["at the least TVL it is shown", { tvlUsd: THIN_TVL_USD }, null],
  ["just below it is not", { tvlUsd: THIN_TVL_USD - 0.01 }, "thin"],
  ["a TVL of 0 is thin", { tvlUsd: 0 }, "thin"],
  ["an unknown TVL is not thin", { tvlUsd: null }, null],
  ["confirmed just a week ago it is shown", { fetchedAt: new Date(weekAgo) }, null],
  ["a millisecond more is stale", { fetchedAt: new Date(weekAgo - 1) }, "stale"],
  ["checked by hand more than a week ago it is shown", { source: "manual", fetchedAt: new Date(weekAgo - 1) }, null],
  ["checked by hand just 90 days ago it is shown", { source: "manual", fetchedAt: new Date(quarterAgo) }, null],
  ["a millisecond more is stale", { source: "manual", fetchedAt: new Date(quarterAgo - 1) }, "stale"],
  ["demo data says its date and does not get stale", { fetchedAt: new Date(0), origin: "seed" }, null],
  [
    "ended goes before everything else",
    { status: "ended", apyPercent: null, tvlUsd: 0, fetchedAt: new Date(0) },
    "ended",
  ],
  ["closed goes before an unknown rate", { status: "paused", apyPercent: null }, "closed"],
  ["implausible goes before thin", { apyPercent: 900, tvlUsd: 5 }, "implausible"],
  ["thin goes before stale", { tvlUsd: 5, fetchedAt: new Date(0) }, "thin"],
])("%s", (_rule, wishes, reason) => {
  const usual = {
    status: "active",
    apyPercent: 5,
    maxRatePercent: null,
    tvlUsd: 1e6,
    origin: "live",
    source: "bybit",
    fetchedAt: NOW,
  } as const
  expect(hiddenReason({ ...usual, ...wishes }, NOW)).toBe(reason)
})
