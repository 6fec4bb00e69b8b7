// What the screens of alerts ask beside the rules, and their pages, through the real server on a real database.
import { afterAll, beforeAll, expect, it, test } from "vitest"
import { ALERT_TABLES } from "../../../test/alert-people.ts"
import { createFactories, type Factories } from "../../../test/factories.ts"
import { testApp, type TestApp } from "../../../test/test-app.ts"
import { person } from "../../../test/visitor.ts"
import { FIXTURE_NOW } from "../ingest/sources/fixture-http.server.ts"
import { notify } from "./notify.server.ts"
import type { AlertLabels, AlertsPageData, OfferChoice } from "./page-data.ts"

let site: TestApp
let make: Factories
let slug: string
let offerId: number
beforeAll(async () => {
  site = await testApp()
  site.clock.set(FIXTURE_NOW)
  make = createFactories(site.db, site.clock)
  await site.database.sql.unsafe(
    `truncate offer, exchange, currency, market_version, ${ALERT_TABLES} restart identity cascade`,
  )
  const currency = await make.currency({ slug: "usd-coin", symbol: "USDC", name: "USD Coin" })
  const offer = await make.offer({ currency, label: "Flexible", rate: { apy: 4 } })
  const other = await make.offer({ label: "Locked", rate: { apy: 9 } })
  expect(other.id).not.toBe(offer.id)
  await make.publish()
  await site.catalogue.refresh()
  const found = site.catalogue.market().offers.find(({ id }) => id === offer.id)
  slug = found?.slug ?? ""
  offerId = offer.id
})
afterAll(() => site.close())

const offers = async (search: string) =>
  (await site.ask(`/api/alerts/offers?search=${encodeURIComponent(search)}`)).json<{ data: OfferChoice[] }>().data

it("offers to choose from are found by their words, and are the same for everybody", async () => {
  const answer = await site.ask("/api/alerts/offers?search=flexible")
  expect(answer.headers["cache-control"]).toBe("public, max-age=60")
  expect(await offers("flexible")).toMatchObject([{ id: offerId, slug, apy: 4, thresholdPercent: 4.5 }])
  expect((await offers("flexible"))[0]?.name).toContain("USDC · Flexible")
  expect(await offers("nothing is called this")).toEqual([])
})

test.each(["", "%00", "x".repeat(5000)])("a search for %j does no harm", async (search) => {
  const answer = await site.ask(`/api/alerts/offers?search=${encodeURIComponent(search)}`)
  expect(answer.statusCode).toBe(200)
})

it("labels name what the own rules watch, and when they fired last", async () => {
  const [me, other] = [await person(site), await person(site)]
  expect((await site.ask("/api/alerts/labels")).statusCode).toBe(401)
  const rule = {
    type: "rateThreshold",
    params: { metric: "apy", direction: "up", percent: 6 },
    cooldownHours: 24,
    hysteresis: 0,
  }
  const made = await me.post("/api/alerts", { ...rule, offerId })
  const { id } = made.json<{ id: string }>()
  const theirs = await other.post("/api/alerts", { ...rule, filter: { currencyId: "usd-coin", exchangeIds: ["gone"] } })
  const labels = async (who: typeof me) => (await who.get("/api/alerts/labels")).json<AlertLabels>()

  expect(await labels(me)).toMatchObject({
    alerts: { [id]: { offer: { id: offerId, slug }, lastFiredAt: null } },
    names: {},
  })
  expect(await labels(other)).toEqual({
    alerts: { [theirs.json<{ id: string }>().id]: { offer: null, lastFiredAt: null } },
    names: { "currencyId:usd-coin": "USDC · USD Coin", "exchangeIds:gone": "gone" },
  })

  const fire = (key: string, values: Parameters<typeof notify>[2][number]["values"]) =>
    site.db.transaction((tx) =>
      notify(tx, site.clock(), [
        { userId: me.id, ruleId: Number(id), dedupeKey: key, values, channels: [], isDigest: false },
      ]),
    )
  await fire("one", { kind: "alert", ruleName: "", message: "rateThreshold.up", values: {} })
  const firedAt = site.clock().toISOString()
  site.clock.move(60_000)
  // a test of its channels is no alert
  await fire("two", { kind: "test", ruleName: "" })
  expect((await labels(me)).alerts[id]?.lastFiredAt).toBe(firedAt)
  expect((await labels(other)).alerts[id]).toBeUndefined()
})

it("the page carries what the address asks for, is the same for everybody and not to be indexed", async () => {
  const html = await site.ask(`/alerts?offer=${slug}`)
  expect(html.statusCode).toBe(200)
  expect(html.body).toContain('content="noindex,follow"')
  expect(html.headers["cache-control"]).toContain("public")
  const data = (await site.page(`/alerts?offer=${slug}`)).data as AlertsPageData
  expect(data.prefill).toMatchObject({ type: "rateThreshold", offer: { id: offerId, thresholdPercent: 4.5 } })
  const ofCurrency = (await site.page("/alerts?currencyId=usd-coin")).data as AlertsPageData
  expect(ofCurrency.prefill).toMatchObject({ type: "bestOffer", filter: { currencyId: "usd-coin" } })
  expect(ofCurrency.options.currencyId).toContainEqual({ value: "usd-coin", label: "USDC · USD Coin" })
  expect(((await site.page("/alerts?offer=nope")).data as AlertsPageData).prefill).toBeNull()
  expect((await site.ask("/notifications")).body).toContain('content="noindex,follow"')
})

it("a currency that is named by its id stays named so", async () => {
  const id = site.catalogue.market().currencyBySlug.get("usd-coin")?.id
  const { options, prefill } = (await site.page(`/alerts?currencyId=${id}`)).data as AlertsPageData
  expect(prefill?.filter).toEqual({ currencyId: String(id) })
  expect(options.currencyId.filter(({ label }) => label.startsWith("USDC"))).toEqual([
    { value: String(id), label: "USDC · USD Coin" },
  ])
})
