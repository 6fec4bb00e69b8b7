import { describe, expect, it, test } from "vitest"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { LOCALE_CODES } from "../../i18n/locales.ts"
import { messageOf } from "./message.ts"
import type { MessageValues } from "./rule.ts"
import type { NotificationValues } from "./tables.server.ts"

const catalogs = loadCatalogs()
const offer = {
  offerId: 1,
  offerSlug: "aave-usdc",
  provider: "Aave",
  symbols: "USDC",
  label: "Core",
  blockchain: null,
  category: "lending",
  source: "defillama",
  sourceUrl: "https://example.org",
  asOf: "2026-11-20T06:00:00.000Z",
}
const alert = (message: string, values: MessageValues): NotificationValues => ({
  kind: "alert",
  ruleName: "Mine {x}",
  message,
  values: { ...offer, ...values },
})
const rates = { metric: "apy", amount: null, percent: 6, rateBefore: 5.5, rate: 6.25 }

const ALL: [string, NotificationValues][] = [
  ["rateThreshold.up", alert("rateThreshold.up", rates)],
  ["rateThreshold.down", alert("rateThreshold.down", { ...rates, metric: "amount", amount: 1500 })],
  ["rateMove.up", alert("rateMove.up", { points: 1, windowHours: 24, rateBefore: 4, rate: 6, moved: 2 })],
  ["rateMove.down", alert("rateMove.down", { points: 1, windowHours: 168, rateBefore: 6, rate: 4, moved: 2 })],
  [
    "bestOffer",
    alert("bestOffer", { ...rates, before: "Lido", beforeSlug: "lido", held: null, heldSlug: null, heldRate: null }),
  ],
  [
    "bestOffer.overtakes",
    alert("bestOffer.overtakes", { ...rates, before: "Lido", held: "Sky", heldSlug: "sky", heldRate: 4 }),
  ],
  ["newOffer", alert("newOffer", { rate: 6, tvlUsd: 1_500_000 })],
  ...["active", "soldOut", "paused", "ended"].map((status): [string, NotificationValues] => [
    `offerStatus.${status}`,
    alert(`offerStatus.${status}`, { statusBefore: "active", status, rate: null }),
  ]),
  ["promoEnds", alert("promoEnds", { days: 3, endsAt: "2026-12-01T00:00:00.000Z", rate: 8, rateAfter: null })],
  ["tvlDrop", alert("tvlDrop", { percent: 30, windowHours: 24, tvlBefore: 2e6, tvlUsd: 1e6, fell: 50 })],
  ["quota", { kind: "quota", limit: 10, month: "2026-11" }],
  ["planPause", { kind: "planPause", paused: 1, tariff: "free" }],
  ["planPause of many", { kind: "planPause", paused: 7, tariff: "free" }],
  ["channelOff", { kind: "channelOff", channel: "telegram", reason: "blocked" }],
  ["test", { kind: "test", ruleName: "Mine" }],
]
const bundle: NotificationValues = {
  kind: "bundle",
  count: 12,
  alerts: ALL.flatMap(([, values]) => (values.kind === "alert" ? [values] : [])).slice(0, 10),
}

describe.each(LOCALE_CODES)("%s", (locale) => {
  test.each([...ALL, ["bundle", bundle] as [string, NotificationValues]])("%s is a whole text", (_what, values) => {
    const { title, text, rows, linkText } = messageOf(values, locale, catalogs.translate(locale))
    for (const part of [title, text, linkText, ...rows.flatMap(({ label, value }) => [label, value])]) {
      expect(part).not.toBe("")
      expect(part.replace("Mine {x}", "")).not.toMatch(/[{}]|\w+:\w+\.\w|\bundefined\b|\bnull\b|\bNaN\b/)
    }
  })
})

it("figures are in the language's form, and what is unknown says so", () => {
  const [up, promo] = [ALL[0]?.[1], ALL.find(([name]) => name === "promoEnds")?.[1]]
  if (!up || !promo) expect.fail()
  expect(messageOf(up, "en", catalogs.translate("en"))).toMatchObject({
    title: "Aave · USDC: up to 6.25%",
    text: "The rate went from 5.50% to 6.25% and has reached your threshold of 6.00%.",
    target: { offerSlug: "aave-usdc" },
  })
  expect(messageOf(up, "de", catalogs.translate("de")).text).toContain(
    "von 5,50 % auf 6,25 %".replaceAll(" %", "\u00a0%"),
  )
  expect(messageOf(promo, "en", catalogs.translate("en")).text).toContain("afterwards: unknown")
})

it("names the source and the time of the figures", () => {
  const up = ALL[0]?.[1]
  if (!up) expect.fail()
  const { rows } = messageOf(up, "en", catalogs.translate("en"))
  expect(rows).toContainEqual({
    label: "Source",
    value: expect.stringMatching(/^DefiLlama, as of Nov 20, 2026.*UTC$/) as string,
  })
})
