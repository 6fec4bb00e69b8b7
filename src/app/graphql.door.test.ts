// Every operation of the contract, word for word, and the limits of the door.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../test/test-app.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp({ data: "demo" })
})
afterAll(() => site.close())

async function ask(query: string, variables: object = {}, path = "/api/graphql") {
  const operationName = /(?:query|mutation) (\w+)/.exec(query)?.[1]
  const response = await site.app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/json" },
    payload: JSON.stringify({ operationName, variables, query }),
  })
  return {
    status: response.statusCode,
    body: response.json() as {
      data?: Record<string, unknown>
      errors?: { message: string; extensions?: { code?: string } }[]
    },
  }
}

const SEARCH = `query getGlobalSearch($currencies: CurrencyWhereInput, $exchanges: ExchangeWhereInput
  $wallets: WalletWhereInput, $protocols: ProtocolWhereInput, $skip: Int, $take: Int) {
  currencies(where: $currencies, orderBy: [{ marketCapRank: { sort: asc, nulls: last } }], skip: $skip, take: $take) {
    pageInfo { skip take total } nodes { id slug name symbol category logo64 } }
  exchanges(where: $exchanges, skip: $skip, take: $take) { pageInfo { skip take total } nodes { id slug name logo64 } }
  wallets(where: $wallets, skip: $skip, take: $take) { pageInfo { skip take total }
    nodes { id slug name logo64 mainPageLink numCoins numCoinsHasMore additionalServices anonymityRating easeOfUseRating
      securityRating platforms type promoTranslations { locale text } promoConditionTranslations { locale text }
      translations { locale aboutText } } }
  protocols(where: $protocols, skip: $skip, take: $take) { pageInfo { skip take total } nodes { id slug name logo64 url category } }
}`
const AD = `fragment ad on Advertisement { id slug type published logoUrl logoAlt bannerUrl bannerAlt link linkText description startDate
  endDate weight translations { locale link linkText description } }`

describe.each(["/api/graphql", "/graphql"])("%s", (path) => {
  test("getTariffs", async () => {
    const { body } = await ask(
      "query getTariffs { tariffs { id code name currency monthCost yearCost monthProductId yearProductId alertCount alertTypes notificationCount apyHistory exportCsv noAds offerStatusHistory } }",
      {},
      path,
    )
    const tariffs = body.data?.tariffs as { code: string; alertCount: number; notificationCount: number }[]
    // spec 9
    expect(tariffs.map((t) => [t.code, t.alertCount, t.notificationCount])).toEqual([
      ["free", 1, 10],
      ["pro", 10, 100],
      ["proPlus", 100, 1000],
    ])
  })
  test("getUser is null for a visitor", async () => {
    const { body } = await ask(
      "query getUser { user { id email isEmailConfirmed name affCode tariffCode tariffCodeNext tariffPeriod tariffPeriodNext tariffActiveFrom tariffActiveTo tariff { id code name alertCount alertTypes notificationCount apyHistory exportCsv noAds offerStatusHistory } telegramChatId telegramToken notificationsCount alert { id } alertCount watchlist { id currencyId } notifications { id groupId group { id slug name locale translations { name locale } } } } }",
      {},
      path,
    )
    expect(body).toEqual({ data: { user: null } })
  })
  test("getPromo, getAds and getSearchAd without any", async () => {
    expect(
      (await ask("query getPromo($slug: String!) { promo(slug: $slug) { promoCode sale } }", { slug: "none" }, path))
        .body,
    ).toEqual({ data: { promo: null } })
    expect(
      (await ask(`query getAds { buyAds { ...ad } gamingAds { ...ad } contentAd { ...ad } } ${AD}`, {}, path)).body,
    ).toEqual({
      data: { buyAds: [], gamingAds: [], contentAd: null },
    })
    expect((await ask(`query getSearchAd { searchAd { ...ad } } ${AD}`, {}, path)).body).toEqual({
      data: { searchAd: null },
    })
  })
  test("getGlobalSearch", async () => {
    const name = { contains: "eth", mode: "insensitive" }
    const named = { published: { equals: true }, name }
    const { body } = await ask(
      SEARCH,
      {
        currencies: { published: { equals: true }, OR: [{ name }, { symbol: name }] },
        exchanges: named,
        wallets: named,
        protocols: named,
        skip: 0,
        take: 4,
      },
      path,
    )
    const found = body.data as Record<
      string,
      { pageInfo: { total: number }; nodes: { name: string; translations?: { locale: string; aboutText: string }[] }[] }
    >
    expect(found.currencies?.nodes[0]?.name).toBe("Ethereum")
    expect(found.currencies?.nodes).toHaveLength(4)
    expect(found.wallets?.nodes[0]?.translations).toHaveLength(9)
    for (const { aboutText } of found.wallets?.nodes[0]?.translations ?? [])
      expect(aboutText.length).toBeGreaterThan(20)
  })
  test("register makes an account, and tells the code when it cannot", async () => {
    const { body } = await ask(
      "mutation register($email: String!, $password: String!, $name: String, $locale: String) { register(input: { email: $email, password: $password, name: $name, locale: $locale }) { id email } }",
      { email: `someone@${path.slice(1).replace("/", "-")}.example`, password: "secret1", name: null, locale: "en" },
      path,
    )
    expect(body.data?.register).toMatchObject({ id: expect.any(String) })
    const refused = await ask(
      "mutation register($email: String!, $password: String!) { register(input: { email: $email, password: $password }) { id email } }",
      { email: "no address", password: "secret1" },
      path,
    )
    expect(refused.body.errors?.[0]?.extensions?.code).toBe("email_invalid")
  })
})

describe("the limits", () => {
  test.each([
    ["too many aliases", `query a { ${Array.from({ length: 21 }, (_, at) => `a${at}: tariffs { id }`).join(" ")} }`],
    ["too many fields", `query a { ${Array.from({ length: 300 }, () => "tariffs { id code }").join(" ")} }`],
    [
      "fragments in a circle",
      "query a { tariffs { ...x } } fragment x on Tariff { id ...y } fragment y on Tariff { ...x }",
    ],
    ["introspection", "query a { __schema { types { name } } }"],
  ])("refuse %s", async (_name, query) => {
    const { body } = await ask(query)
    expect(body.data ?? null).toBeNull()
    expect(body.errors?.length).toBeGreaterThan(0)
  })
  test("refuse what is not JSON by POST", async () => {
    const form = await site.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "query={tariffs{id}}",
    })
    expect(form.statusCode).toBe(415)
    expect((await site.app.inject({ method: "GET", url: "/graphql?query={tariffs{id}}" })).statusCode).toBe(405)
    const large = await site.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ query: " ".repeat(70_000) }),
    })
    expect(large.statusCode).toBe(413)
  })
  test("do not break on nonsense", async () => {
    for (const payload of ["null", "[]", '"x"', "{}", '{"query":5}', '{"query":"query {"}']) {
      const response = await site.app.inject({
        method: "POST",
        url: "/graphql",
        headers: { "content-type": "application/json" },
        payload,
      })
      expect(response.statusCode).toBeLessThan(500)
    }
  })
})
