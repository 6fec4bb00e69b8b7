import { describe, expect, it } from "vitest"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { type ListQuery, selectThings } from "../catalog/list.ts"
import type { Card } from "../market/model.ts"
import { sourceCardSchema } from "../market/schema.ts"
import { aboutCard } from "./about.ts"
import { CARD_LIST } from "./card-list.ts"
import { cardForm, cashbackText } from "./texts.ts"

const t = loadCatalogs().translate("en")
const formats = formatsOf("en")

function makeCard(given: Partial<Card> = {}): Card {
  const facts = { slug: "bee", name: "Bee Card", sourceUrl: "https://example.com/facts", asOf: "2026-09-01" }
  return {
    ...sourceCardSchema.parse(facts),
    id: 1,
    origin: "live",
    updatedAt: new Date("2026-09-02T00:00:00Z"),
    provider: null,
    ...given,
  }
}

describe("the list of cards", () => {
  const list = [
    makeCard({ slug: "closed", name: "A", status: "closed", cashbackMaxPercent: 8 }),
    makeCard({ slug: "unknown", name: "B", networks: ["visa"], regions: ["WORLD"] }),
    makeCard({ slug: "open-z", name: "Z", status: "open", regions: ["GB"], stakingRequired: false }),
    makeCard({ slug: "open-c", name: "c", status: "open", regions: ["EEA"], stakingRequired: true }),
  ]
  it.each<[Partial<ListQuery>, string[]]>([
    [{}, ["open-c", "open-z", "unknown", "closed"]],
    [{ sort: "name" }, ["closed", "unknown", "open-c", "open-z"]],
    [{ sort: "cashback" }, ["closed", "unknown", "open-c", "open-z"]],
    [{ region: "GB" }, ["open-z", "unknown"]],
    [{ noStaking: true }, ["open-z"]],
    [{ open: true }, ["open-c", "open-z"]],
    [{ network: "visa" }, ["unknown"]],
  ])("%j", (query, slugs) => expect(selectThings(list, CARD_LIST, query).map(({ slug }) => slug)).toEqual(slugs))
})

describe("cards in words", () => {
  it.each([
    [null, null, null],
    [null, 4, "up to 4.00%"],
    [1, 4, "1.00% to 4.00%"],
    [2, 2, "2.00%"],
    [2, null, "2.00%"],
  ])("cashback from %j to %j", (cashbackMinPercent, cashbackMaxPercent, expected) =>
    expect(cashbackText(makeCard({ cashbackMinPercent, cashbackMaxPercent }), t, formats)).toBe(expected),
  )

  it.each([
    [true, true, "both"],
    [true, null, "virtual"],
    [false, true, "physical"],
    [null, null, null],
  ])("virtual %j, physical %j", (virtual, physical, expected) => expect(cardForm({ virtual, physical })).toBe(expected))

  it.each([
    ["nothing known", makeCard(), "Bee Card is a payment card."],
    [
      "all known",
      makeCard({
        kind: "debit",
        provider: { kind: "exchange", slug: "hive", name: "Hive" },
        networks: ["visa", "masterCard"],
        virtual: true,
        physical: true,
        custody: "self",
        cashbackMinPercent: 1,
        cashbackMaxPercent: 4,
        annualFeeUsd: 0,
        fxFeePercent: 1.5,
        stakingRequired: false,
        kyc: "required",
        status: "open",
      }),
      "Bee Card is a debit card. It belongs to Hive. It runs on Visa and Mastercard. It is issued as a virtual and as a physical card. " +
        "The coins stay in the user’s own custody until they are spent. Cashback ranges from 1.00% to 4.00%. There is no annual fee. " +
        "Payments in other currencies cost an extra 1.50%. No staking is required. An identity check is required. New customers can apply.",
    ],
  ])("about: %s", (_name, card, text) => expect(aboutCard(card, t, formats)).toBe(text))
})
