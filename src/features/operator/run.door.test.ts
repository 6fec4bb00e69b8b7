// The operator's commands on real SQL, in this process: what they write, what they say, and what they refuse.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { createFactories, daysOf, eventsOf, type Factories, offersOf } from "../../../test/factories.ts"
import { testClock } from "../../../test/test-app.ts"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { findPartner } from "../affiliate/queries.server.ts"
import { findPromo } from "../billing/queries.server.ts"
import { getMarketVersion } from "../market/queries.server.ts"
import { COMMANDS, runAdmin } from "./run.server.ts"

let database: TestDb
let make: Factories
const clock = testClock()
beforeAll(async () => {
  database = await openTestDb()
  make = createFactories(database.db, clock)
})
afterAll(() => database.remove())
beforeEach(async () => {
  clock.set("2026-11-20T12:00:00Z")
  await database.sql`truncate ad, promo, partner, offer, exchange, protocol, wallet, currency, card, market_version,
    source_state, source_run restart identity cascade`
})

/** Runs a command line; a text in quotes is one word. */
async function admin(line: string, ...more: string[]) {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "")
  const said: string[] = []
  const code = await runAdmin([...words, ...more], {
    open: async () => ({ ...database, close: async () => {} }),
    clock,
    print: (text) => void said.push(text),
    complain: (text) => void said.push(text),
  })
  return { code, text: said.join("\n") }
}
async function json(line: string, ...more: string[]): Promise<Record<string, unknown> & { code: number }> {
  const { code, text } = await admin(line, ...more, "--json")
  return { ...(JSON.parse(text) as Record<string, unknown>), code }
}
const version = () => getMarketVersion(database.db)
const rows = async (table: string) => database.sql.unsafe(`select * from ${table} order by 1`)

const AD =
  'ad:add spring --type search --link https://example.org/earn --link-text "Earn now" --description "Up to 5 %"'
const PROMO = "promo:add spring --promo-code SPRING26 --sale 80"
const PARTNER = "partner:add kraken --name Kraken --url https://www.kraken.com/?ref=apyary"
const OFFER =
  "offer:add --provider-kind exchange --provider-slug kraken --category saving --symbols USDC --label Flexible --rate-percent 4.5 --rate-kind apy --source-url https://www.kraken.com/earn --checked-at 2026-11-19"

describe("ads", () => {
  it("are added once, changed, ended, hidden and shown, each once, and readers are told", async () => {
    expect((await admin("ad:list")).text).toBe("There are no ads.")
    expect(await json(AD, "--weight", "3", "--end-date", "2026-12-31")).toMatchObject({
      code: 0,
      done: "added",
      ad: { slug: "spring", weight: 3, published: true, startDate: null, endDate: "2026-12-31T23:59:59.999Z" },
    })
    expect(await version()).toBe(1)
    expect(await json(AD, "--weight", "9")).toMatchObject({ code: 1, done: "exists", ad: { weight: 3 } })
    expect(await json("ad:change spring --weight 3")).toMatchObject({ code: 0, done: "nothing", changed: [] })
    expect(await json("ad:change spring --weight 4")).toMatchObject({ code: 0, done: "changed", changed: ["weight"] })
    expect(await version()).toBe(2)
    expect((await admin("ad:list")).text).toMatch(/^spring +search +runs +4 +2026-12-31 +Earn now +https:/m)
    for (const [verb, done, published] of [
      ["unpublish", "unpublished", false],
      ["publish", "published", true],
    ] as const) {
      expect(await json(`ad:${verb} spring`)).toMatchObject({ code: 0, done, ad: { published } })
      expect(await json(`ad:${verb} spring`)).toMatchObject({ code: 0, done: "nothing" })
    }
    expect(await json("ad:end spring")).toMatchObject({ done: "ended", ad: { endDate: clock().toISOString() } })
    clock.move(1000)
    expect(await json("ad:end spring")).toMatchObject({ code: 0, done: "nothing" })
    expect(await version()).toBe(5)
  })

  it("that have not begun never do when they are ended", async () => {
    await admin(AD, "--start-date", "2026-12-01")
    const start = "2026-12-01T00:00:00.000Z"
    expect(await json("ad:end spring")).toMatchObject({ done: "ended", ad: { startDate: start, endDate: start } })
    expect(await json("ad:end spring")).toMatchObject({ done: "nothing" })
  })

  it("get their translations field by field", async () => {
    await admin(AD, "--translation", "de:linkText=Mehr", "--translation", "de:link=https://example.org/de")
    await admin("ad:change spring", "--translation", "pt-BR:description=Até 5 %", "--translation", "de:link=")
    const de = { locale: "de", link: null, linkText: "Mehr", description: null }
    const pt = { locale: "pt-BR", link: null, linkText: null, description: "Até 5 %" }
    expect((await rows("ad"))[0]?.translations).toEqual([de, pt])
    expect(await json("ad:change spring --translation de:linkText=Mehr")).toMatchObject({ done: "nothing" })
    await admin("ad:change spring --translation de:linkText=")
    expect((await rows("ad"))[0]?.translations).toEqual([pt])
  })

  test.each<[string[], string]>([
    [["--link", "http://example.org"], "link"],
    [["--type", "header"], "type"],
    [["--weight", "1.5"], "weight"],
    [["--weight=-1"], "weight"],
    [["--start-date", "2026-12-02", "--end-date", "2026-12-01"], "endDate"],
    [["--start-date", "2026-13-01"], "startDate"],
    [["--link-text", "a".repeat(81)], "linkText"],
    [["--link-text", ""], "linkText"],
    [["--description", "a\u0000b"], "description"],
    [["--translation", "xx:linkText=a"], "translation"],
    [["--translation", "de:title=a"], "translation"],
    [["--translation", "linkText=a"], "translation"],
    [["--translation", "de:link=http://example.org"], "translation"],
    [["--translation", "de:link=https://a.de", "--translation", "de:link=https://b.de"], "translation"],
  ])("refuse %j, name the field and stay as they are", async (wrong, field) => {
    await admin(AD)
    const before = await rows("ad")
    const answer = await json("ad:change spring --logo-url /ads/logo.svg", ...wrong)
    expect([answer.code, Object.keys((answer.error as { fields: object }).fields)]).toEqual([2, [field]])
    expect(await rows("ad")).toEqual(before)
    expect(await version()).toBe(1)
  })
})

describe("promos", () => {
  it("are added once, changed and ended", async () => {
    expect(await json(PROMO)).toMatchObject({ code: 0, done: "added", promo: { sale: 80, promoCode: "SPRING26" } })
    expect(await json(PROMO)).toMatchObject({ code: 1, done: "exists" })
    expect(await json("promo:change spring --sale 79.95")).toMatchObject({ changed: ["sale"] })
    expect(await json("promo:change spring --sale 79.95")).toMatchObject({ code: 0, done: "nothing" })
    expect(await findPromo(database.db, "spring", clock())).toEqual({ promoCode: "SPRING26", sale: 79.95 })
    expect((await admin("promo:list")).text).toMatch(/^spring +SPRING26 +79\.95 +runs/m)
    expect((await admin("promo:end spring")).text).toContain('Ended the promo "spring"')
    expect(await findPromo(database.db, "spring", clock())).toBeUndefined()
    expect(await json("promo:end spring")).toMatchObject({ code: 0, done: "nothing" })
  })

  test.each(["0", "101", "abc", ""])("refuse a sale of %j", async (sale) => {
    const answer = await json("promo:add spring --promo-code A", "--sale", sale)
    expect([answer.code, Object.keys((answer.error as { fields: object }).fields)]).toEqual([2, ["sale"]])
    expect(await rows("promo")).toEqual([])
  })
})

describe("partners", () => {
  const commissions = async () => (await rows("offer")).map((row) => row.commission as string)

  it("that pay make the offers of their provider say so, and no others; removing takes it back", async () => {
    const exchange = await make.exchange({ slug: "kraken" })
    const namesake = await make.protocol({ slug: "kraken" })
    await make.offer({ exchangeId: exchange.id })
    await make.offer({ protocolId: namesake.id })
    await make.offer({ exchangeId: exchange.id, commission: "unknown" })
    await make.offer({ commission: "unknown" })
    const pays = `${PARTNER} --provider-kind exchange --provider-slug kraken --pays yes`
    expect((await admin(pays)).text).toMatch(/changed for 2 offers\.$/)
    expect(await commissions()).toEqual(["known", "none", "known", "unknown"])
    for (const [off, on] of [
      ["--pays no", "--pays yes"],
      ["--published no", "--published yes"],
      ["--provider-kind protocol", "--provider-kind exchange"],
    ]) {
      await admin(`partner:change kraken ${off}`)
      expect((await commissions())[0]).toBe("none")
      await admin(`partner:change kraken ${on}`)
      expect(await commissions()).toEqual(["known", "none", "known", "unknown"])
    }
    const before = await version()
    expect(await json("partner:change kraken --pays yes")).toMatchObject({ code: 0, done: "nothing" })
    expect(await version()).toBe(before)
    expect(await json("partner:remove kraken")).toMatchObject({ code: 0, done: "removed" })
    expect(await commissions()).toEqual(["none", "none", "none", "unknown"])
    expect((await json("partner:remove kraken")).code).toBe(1)
  })

  it("are listed with their clicks, and found by /go", async () => {
    await admin(PARTNER)
    await database.sql`insert into partner_click values (1, '2026-11-20', 3), (1, '2026-10-22', 4), (1, '2026-10-21', 5)`
    expect(await json("partner:list")).toMatchObject({ partners: [{ slug: "kraken", clicks: 12, recentClicks: 7 }] })
    expect((await findPartner(database.db, "kraken"))?.url).toBe("https://www.kraken.com/?ref=apyary")
  })

  test.each<[string, string]>([
    ["--url http://www.kraken.com", "url"],
    ["--url https://a@b.example", "url"],
    ["--url javascript:alert(1)", "url"],
    ["--provider-kind exchange --provider-slug nobody", "providerSlug"],
    ["--provider-kind bank --provider-slug kraken", "providerKind"],
    ["--provider-kind exchange", "providerSlug"],
    ["--pays maybe", "pays"],
  ])("refuse %s", async (wrong, field) => {
    await admin(PARTNER)
    const before = await rows("partner")
    const answer = await json(`partner:change kraken ${wrong}`)
    expect([answer.code, Object.keys((answer.error as { fields: object }).fields)]).toEqual([2, [field]])
    expect(await rows("partner")).toEqual(before)
  })
})

describe("offers by hand", () => {
  const stored = async () => [...(await offersOf(database.db, "manual")).values()]
  const historyOf = async () =>
    (await daysOf(database.db, (await stored())[0]?.id ?? 0)).map((day) => [day.day, day.apy])
  beforeEach(async () => {
    await make.exchange({ slug: "kraken", name: "Kraken" })
    await make.currency({ slug: "usdc", symbol: "USDC" })
  })

  it("are added once, through the writer of the ingestion, with an event and the rate of the checked-at day", async () => {
    const added = await json(OFFER)
    expect(added).toMatchObject({ code: 0, done: "added", slug: "kraken-usdc-flexible" })
    expect(added.offer).toMatchObject({
      checkedAt: "2026-11-19",
      rate: { percent: 4.5, kind: "apy" },
      unlistedSymbols: [],
    })
    const [offer] = await stored()
    expect(offer).toMatchObject({ origin: "live", status: "active", sourceUrl: "https://www.kraken.com/earn" })
    expect(offer?.rate).toMatchObject({
      apy: 4.5,
      raw: "4.5 %",
      observedAt: new Date("2026-11-19"),
      fetchedAt: new Date("2026-11-19"),
    })
    expect(await historyOf()).toEqual([["2026-11-19", 4.5]])
    expect(await eventsOf(database.db, offer?.id ?? 0)).toMatchObject([{ fromStatus: null, toStatus: "active" }])
    const before = await version()
    expect(await json(OFFER.replace("4.5", "4.6"))).toMatchObject({ code: 1, done: "exists" })
    expect(await stored()).toEqual([offer])
    expect(await version()).toBe(before)
    const second = await json(OFFER, "--external-id", "second")
    expect(second).toMatchObject({ code: 0, done: "added", offer: { externalId: "operator:second" } })
    expect(await json(OFFER, "--external-id", "operator:second")).toMatchObject({ code: 1, done: "exists" })
    expect(await json(`offer:end ${second.slug as string}`)).toMatchObject({ code: 0, done: "ended" })
  })

  it("are changed and ended, each once", async () => {
    await admin(OFFER)
    const change = "offer:change kraken-usdc-flexible --rate-percent 4.7 --rate-kind apy --checked-at 2026-11-20"
    expect(await json(change)).toMatchObject({ code: 0, done: "changed", changed: ["ratePercent", "checkedAt"] })
    expect(await json(change)).toMatchObject({ code: 0, done: "nothing", changed: [] })
    const more =
      'offer:change kraken-usdc-flexible --lock-days 30 --payout weekly --countries-excluded "US DE" --label Bonded'
    expect(await json(more)).toMatchObject({ changed: ["lockDays", "payout", "countriesExcluded", "label"] })
    expect(await json(more)).toMatchObject({ done: "nothing" })
    expect((await stored())[0]).toMatchObject({
      slug: "kraken-usdc-flexible",
      label: "Bonded",
      rate: { apy: 4.7, raw: "4.7 %" },
      terms: [{ lockDays: 30, payout: "weekly", eligibility: { countriesExcluded: ["US", "DE"] } }],
    })
    await admin('offer:change kraken-usdc-flexible --payout "" --countries-excluded ""')
    expect((await stored())[0]?.terms).toMatchObject([{ lockDays: 30, payout: null, eligibility: null }])
    expect(await json("offer:end kraken-usdc-flexible")).toMatchObject({ done: "ended", changed: ["status"] })
    expect(await json("offer:end kraken-usdc-flexible")).toMatchObject({ code: 0, done: "nothing" })
    const [offer] = await stored()
    expect(offer?.rate.apy).toBe(4.7)
    expect((await eventsOf(database.db, offer?.id ?? 0)).map(({ toStatus }) => toStatus)).toEqual(["active", "ended"])
  })

  it("count from the day they were checked, never from the day of the command", async () => {
    await admin(OFFER)
    clock.set("2026-12-10T12:00:00Z")
    await admin("offer:change kraken-usdc-flexible --rate-percent 4.7 --rate-kind apy --checked-at 2026-12-01")
    await admin("offer:end kraken-usdc-flexible")
    expect(Object.fromEntries(await historyOf())).toEqual({ "2026-11-19": 4.5, "2026-12-01": 4.7 })
    expect((await stored())[0]?.rate.fetchedAt).toEqual(new Date("2026-12-01"))
  })

  it("keep their origin and their history when neither rate nor checked-at changes", async () => {
    const exchange = await make.exchange()
    const rate = { observedAt: new Date("2026-01-02"), fetchedAt: new Date("2026-01-02") }
    const row = { slug: "own", source: "manual", externalId: "operator:own", exchangeId: exchange.id, rate } as const
    await make.offer({ ...row, origin: "seed" })
    expect(await json("offer:change own --label New --lock-days 30")).toMatchObject({ code: 0, done: "changed" })
    expect((await stored())[0]).toMatchObject({ origin: "seed", label: "New", rate: { ...rate, apy: 5 } })
    expect(await historyOf()).toEqual([])
    await admin("offer:change own --checked-at 2026-11-18")
    expect((await stored())[0]).toMatchObject({ origin: "live", rate: { fetchedAt: new Date("2026-11-18") } })
    expect(await historyOf()).toEqual([["2026-11-18", 5]])
  })

  test.each(["offer:end own", "offer:change own --label New"])("that come from files refuse %s", async (line) => {
    await make.offer({ slug: "own", source: "manual", externalId: "kraken-usdc" })
    const before = await stored()
    const { code, text } = await admin(line)
    expect(code).toBe(1)
    expect(text).toContain("change its row in the folder of MANUAL_DIR and run `npm run ingest -- manual`")
    expect(text).toContain("`entity:unpublish offer own`")
    expect(await stored()).toEqual(before)
  })

  it("keep one kind of rate: an APR with its rhythm becomes an APY, and no two kinds are mixed", async () => {
    await admin(OFFER, "--max-rate-percent", "9")
    const change = "offer:change kraken-usdc-flexible --checked-at 2026-11-20 --rate-kind apr --rate-percent 12"
    expect((await json(change)).error).toMatchObject({
      fields: { rateKind: expect.stringContaining("--max-rate-percent") },
    })
    expect((await stored())[0]?.rate.apy).toBe(4.5)
    expect(await json(change, "--compounding-per-year", "365")).toMatchObject({
      code: 0,
      offer: { rate: { percent: 12.74746, kind: "apy" } },
    })
    expect(await json(change, "--max-rate-percent", "")).toMatchObject({
      code: 0,
      offer: { rate: { percent: 12, kind: "apr" } },
    })
  })

  it("of a partner that pays say so from the start", async () => {
    await admin(`${PARTNER} --provider-kind exchange --provider-slug kraken --pays yes`)
    expect(await json(OFFER)).toMatchObject({ offer: { commission: "known" } })
  })

  test.each<[string, string, string]>([
    ["--provider-slug kraken", "--provider-slug nobody", "providerSlug"],
    ["--provider-kind exchange", "--provider-kind bank", "providerKind"],
    ["--category saving", "--category savings", "category"],
    ["--symbols USDC", "", "symbols"],
    ["--source-url https://www.kraken.com/earn", "", "sourceUrl"],
    ["--source-url https://www.kraken.com/earn", "--source-url ftp://kraken.com", "sourceUrl"],
    ["--checked-at 2026-11-19", "", "checkedAt"],
    ["--checked-at 2026-11-19", "--checked-at 2026-12-19", "checkedAt"],
    ["--rate-percent 4.5", "--rate-percent much", "ratePercent"],
    ["--rate-percent 4.5", "--rate-percent 1000001", "ratePercent"],
    ["--rate-kind apy", "", "rateKind"],
    ["--rate-kind apy", "--rate-kind roi", "rateKind"],
    ["--rate-kind apy", "--rate-kind apy --tiers 5%", "tiers"],
    ["--rate-kind apy", "--rate-kind apy --lock-days=-1", "lockDays"],
    ["--rate-kind apy", "--rate-kind apy --status gone", "status"],
    ["--rate-kind apy", "--rate-kind apy --countries-excluded Germany", "countriesExcluded"],
    ["--label Flexible", `--label ${"a".repeat(201)}`, "label"],
  ])("refuse %s as %s", async (right, wrong, field) => {
    const answer = await json(OFFER.replace(right, wrong))
    expect([answer.code, Object.keys((answer.error as { fields: object }).fields)]).toEqual([2, [field]])
    expect(await stored()).toEqual([])
  })

  it("are the only offers that are changed here", async () => {
    const offer = await make.offer({ source: "bybit" })
    const { code, text } = await admin(`offer:end ${offer.slug}`)
    expect([code, text]).toEqual([1, expect.stringContaining("comes from the source bybit")])
  })
})

describe("entities", () => {
  it("are hidden and shown, each once", async () => {
    const slugs = {
      currency: (await make.currency()).slug,
      exchange: (await make.exchange()).slug,
      protocol: (await make.protocol()).slug,
      wallet: (await make.wallet()).slug,
      card: (await make.card()).slug,
      offer: (await make.offer()).slug,
    }
    for (const [kind, slug] of Object.entries(slugs)) {
      const before = await version()
      const shown = async () =>
        (await database.sql.unsafe(`select published from ${kind} where slug = '${slug}'`))[0]?.published
      expect(await json(`entity:unpublish ${kind} ${slug}`)).toMatchObject({ code: 0, done: "unpublished", kind, slug })
      expect(await shown()).toBe(false)
      expect(await json(`entity:unpublish ${kind} ${slug}`)).toMatchObject({ code: 0, done: "nothing" })
      expect(await json(`entity:publish ${kind} ${slug}`)).toMatchObject({
        code: 0,
        done: "published",
        published: true,
      })
      expect(await shown()).toBe(true)
      expect(await version()).toBe(before + 2)
    }
    expect((await admin("entity:publish exchange nobody")).code).toBe(1)
    expect((await admin("entity:publish planet mars")).code).toBe(2)
  })
})

describe("every command", () => {
  test.each(COMMANDS.map(({ name }) => name))("%s says how it is used, with an example of its own", async (name) => {
    const { code, text } = await admin(`${name} --help`)
    expect(code).toBe(0)
    expect(text).toContain(`Usage: npm run admin -- ${name}`)
    expect(text).toContain(`Example: npm run admin -- ${name}`)
  })

  test.each(["ad:change", "promo:change", "partner:change", "offer:change"])(
    "%s needs something to change",
    async (name) => {
      expect((await admin(`${name} nobody`)).code).toBe(2)
      const option = name === "offer:change" ? "--label x" : "--published no"
      expect((await admin(`${name} nobody ${option}`)).code).toBe(1)
    },
  )
})
