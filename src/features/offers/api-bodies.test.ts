import { describe, expect, it, test } from "vitest"
import { marketOf, NOW, offer } from "../../../test/guards/market-rows.ts"
import { VISITOR_ENTITLEMENTS } from "../market/entitlements.ts"
import { cardBody, currencyBody, exchangeBody, offerBody, protocolBody, walletBody } from "./api-bodies.ts"

const SITE = "https://apyary.test"
const TIERED = offer(1, {
  exchangeId: 1,
  terms: [{ lockDays: 30, tiers: [{ from: 0, to: 10, ratePercent: 6 }] }],
  rate: { observedAt: NOW },
})
const MARKET = marketOf([TIERED])
const body = offerBody(TIERED, VISITOR_ENTITLEMENTS, SITE)

/** contract/rest, "Each offer carries"; isDemo is ours: whether the figure is a recorded one. */
const CONTRACT: [string, object | undefined, string][] = [
  [
    "an offer",
    body,
    "id slug category status provider currencies blockchain apy apyBase apyReward realApy realApyVerdict tvlUsd terms timeToCashHours commission source url isDemo",
  ],
  ["its provider", body.provider, "kind slug name"],
  ["its currency", body.currencies[0], "slug symbol name"],
  ["its terms", body.terms[0], "lockDays noticeDays unbondDays minAmount maxAmount tiers earlyExit payout promoEndsAt"],
  ["a tier", body.terms[0]?.tiers[0], "from to apy"],
  ["its source", body.source, "id externalId url observedAt fetchedAt rateKind raw"],
]

describe("the body of an offer", () => {
  test.each(CONTRACT)("has for %s exactly the fields of the contract", (_what, part, fields) => {
    expect(Object.keys(part ?? {}).sort()).toEqual(fields.split(" ").sort())
  })

  it("survives JSON as it is: unknown is null and not left out, dates are texts", () => {
    expect(JSON.parse(JSON.stringify(body))).toEqual(body)
    expect(body).toMatchObject({ id: "1", blockchain: null, apyBase: null, tvlUsd: null, timeToCashHours: null })
    expect(body.source.fetchedAt).toBe("2026-11-20T12:00:00.000Z")
    expect(body.terms[0]).toMatchObject({ lockDays: 30, noticeDays: null, tiers: [{ from: 0, to: 10, apy: 6 }] })
  })

  it("gives the figure of Real APY only to those whose plan has it, the verdict to everybody", () => {
    const paid = { ...TIERED, realApy: 4, realApyVerdict: "less" as const }
    const shown = offerBody(paid, { ...VISITOR_ENTITLEMENTS, realApyFigure: true }, SITE)
    const hidden = offerBody(paid, { ...VISITOR_ENTITLEMENTS, realApyFigure: false }, SITE)
    expect([shown.realApy, hidden.realApy]).toEqual([4, null])
    expect([shown.realApyVerdict, hidden.realApyVerdict]).toEqual(["less", "less"])
  })

  it("says which figures are recorded ones, and links to its page", () => {
    expect(body).toMatchObject({ isDemo: false, url: `${SITE}/offers/offer-001` })
    expect(offerBody({ ...TIERED, origin: "seed" }, VISITOR_ENTITLEMENTS, SITE).isDemo).toBe(true)
  })
})

const ENTITIES: [string, object][] = [
  ["currency", MARKET.currencies.map((one) => currencyBody(one, SITE))[0] ?? {}],
  ["exchange", MARKET.exchanges.map((one) => exchangeBody(one, SITE))[0] ?? {}],
  ["protocol", MARKET.protocols.map((one) => protocolBody(one, SITE))[0] ?? {}],
  ["wallet", MARKET.wallets.map((one) => walletBody(one, SITE))[0] ?? {}],
  ["card", MARKET.cards.map((one) => cardBody(one, SITE))[0] ?? {}],
]

describe("the body of an entity", () => {
  test.each(ENTITIES)("%s carries its identity, page, logo and source, and nothing of the database", (kind, entity) => {
    expect(entity).toMatchObject({
      id: "1",
      slug: expect.any(String) as string,
      name: expect.any(String) as string,
      url: expect.stringMatching(new RegExp(`^${SITE}/[a-z]+/[a-z0-9-]+$`)) as string,
      logo: expect.stringMatching(new RegExp(`^${SITE}/logos/${kind}/`)) as string,
      source: { url: "https://example.org/source", asOf: "2026-11-01" },
    })
    for (const inner of ["origin", "updatedAt", "published", "facts", "sourceUrl"])
      expect(entity).not.toHaveProperty(inner)
    expect(JSON.parse(JSON.stringify(entity))).toEqual(entity)
  })
})
