import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { marketOf, offer } from "../../../test/guards/market-rows.ts"
import { type Catalogs, loadCatalogs } from "../../i18n/catalogs.server.ts"
import { ROUTES, type RouteName } from "../../routes.ts"
import { structuredData, type StructuredInput, structuredText } from "./structured-data.ts"

const URL = "https://apyary.test"
const market = marketOf([
  offer(1, { rate: { apy: 4.5678, kind: "apy" } }),
  offer(2, {
    rate: { apy: 3, kind: "apr" },
    category: "defi",
    protocolId: 1,
    symbols: ["USDC", "ETH"],
    currencyIds: [3, 2],
  }),
  offer(3, { rate: { apy: 3, kind: "unknown" } }),
  offer(4, { rate: { apy: null }, terms: [{ maxRatePercent: 8 }] }),
  offer(5, { rate: { apy: 0, kind: "apy" } }),
])

let catalogs: Catalogs
beforeAll(() => {
  catalogs = loadCatalogs()
})

function input(page: RouteName, wishes: Partial<StructuredInput> = {}): StructuredInput {
  const locale = wishes.locale ?? "en"
  const t = catalogs.translate(locale)
  return { page, params: {}, locale, publicUrl: URL, canonical: `${URL}/x`, market, t, data: null, ...wishes }
}
const ofOffer = (id: number, wishes: Partial<StructuredInput> = {}) =>
  structuredData(input("offer", { params: { slug: `offer-00${id}` }, ...wishes }))

describe("an offer", () => {
  test("has its breadcrumbs and itself, as the page shows them", () => {
    expect(ofOffer(2, { locale: "de" })).toEqual([
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          {
            "@type": "ListItem",
            position: 1,
            name: catalogs.translate("de")("common:nav.earn"),
            item: `${URL}/de/earn`,
          },
          { "@type": "ListItem", position: 2, name: "DeFi", item: `${URL}/de/defi` },
          { "@type": "ListItem", position: 3, name: "Aave V3 USDC + ETH", item: `${URL}/de/offers/offer-002` },
        ],
      },
      {
        "@type": "FinancialProduct",
        "@id": `${URL}/de/offers/offer-002#offer`,
        name: "Aave V3 USDC + ETH",
        url: `${URL}/de/offers/offer-002`,
        category: "DeFi",
        provider: { "@type": "Organization", name: "Aave V3" },
        interestRate: { "@type": "QuantitativeValue", value: 3, unitCode: "P1" },
      },
    ])
  })

  test.each([
    [1, { annualPercentageRate: { "@type": "QuantitativeValue", value: 4.57, unitCode: "P1" } }],
    [2, { interestRate: { "@type": "QuantitativeValue", value: 3, unitCode: "P1" } }],
    [3, {}],
    [4, {}],
    [5, { annualPercentageRate: { "@type": "QuantitativeValue", value: 0, unitCode: "P1" } }],
  ])("offer %d tells its rate only when it and its kind are known", (id, expected) => {
    const product = ofOffer(id)[1] ?? {}
    const told = Object.fromEntries(Object.entries(product).filter(([key]) => /rate/i.test(key)))
    expect(told).toEqual(expected)
    expect(JSON.stringify(product)).not.toMatch(/fees|review|rating|null/i)
  })

  test("that is not there says nothing", () => {
    expect(structuredData(input("offer", { params: { slug: "none" } }))).toEqual([])
    expect(structuredData(input("offer"))).toEqual([])
  })
})

describe("a list", () => {
  const list = (page: RouteName, data: unknown) => structuredData(input(page, { data, locale: "fr" }))

  test("of offers has its rows in their order", () => {
    const data = { rows: [{ slug: "offer-002" }, { slug: "offer-001" }] }
    expect(list("earn", data)).toEqual([
      {
        "@type": "ItemList",
        "@id": `${URL}/x#list`,
        url: `${URL}/x`,
        numberOfItems: 2,
        itemListElement: [
          { "@type": "ListItem", position: 1, name: "Aave V3 USDC + ETH", url: `${URL}/fr/offers/offer-002` },
          { "@type": "ListItem", position: 2, name: "Kraken BTC", url: `${URL}/fr/offers/offer-001` },
        ],
      },
    ])
  })

  test.each([
    ["cards", "/fr/cards/a"],
    ["cryptocurrencies", "/fr/currencies/a"],
    ["exchanges", "/fr/exchanges/a"],
    ["protocols", "/fr/protocols/a"],
    ["wallets", "/fr/wallets/a"],
  ] as const)("of %s leads to %s", (page, path) => {
    const [object] = list(page, { rows: [{ slug: "a", name: "A" }] })
    expect(object?.itemListElement).toEqual([{ "@type": "ListItem", position: 1, name: "A", url: URL + path }])
  })

  test.each([
    null,
    undefined,
    5,
    "rows",
    {},
    { rows: null },
    { rows: "x" },
    { rows: [] },
    { rows: [null, 5, {}, { slug: 5 }] },
  ])("with the data %j says nothing", (data) => {
    expect(list("exchanges", data)).toEqual([])
    expect(list("earn", data)).toEqual([])
  })
})

test.each([
  ["currency", "bitcoin", "Bitcoin", "/cryptocurrencies", "/currencies/bitcoin"],
  ["exchange", "okx", "OKX", "/exchanges", "/exchanges/okx"],
  ["protocol", "lido", "Lido", "/protocols", "/protocols/lido"],
  ["wallet", "ledger", "Ledger", "/wallets", "/wallets/ledger"],
  ["card", "kraken-card", "Kraken Card", "/cards", "/cards/kraken-card"],
] as const)("the page of a %s has its breadcrumbs", (page, slug, name, list, path) => {
  const [object, ...more] = structuredData(input(page, { params: { slug } }))
  expect(more).toEqual([])
  expect(object?.["@type"]).toBe("BreadcrumbList")
  expect(object?.itemListElement).toMatchObject([
    { position: 1, item: URL + list },
    { position: 2, name, item: URL + path },
  ])
  expect(structuredData(input(page, { params: { slug: "none" } }))).toEqual([])
})

test("the home page says who this is, with profiles only where there are some", () => {
  expect(structuredData(input("home"))).toEqual([
    {
      "@type": "Organization",
      "@id": `${URL}/#organization`,
      name: "Apyary",
      url: `${URL}/`,
      logo: `${URL}/icons/icon-512.png`,
      sameAs: undefined,
    },
  ])
  expect(structuredText(structuredData(input("home")))).not.toContain("sameAs")
  expect(structuredData(input("home", { profiles: ["https://x.example/a"] }))[0]?.sameAs).toEqual([
    "https://x.example/a",
  ])
})

test("a post is told with its author, date and language", () => {
  const post = {
    slug: "a",
    locale: "ru" as const,
    title: "T",
    description: "D",
    author: "Apyary",
    date: "2026-11-16",
    tags: ["rates"],
  }
  const [trail, ...objects] = structuredData(input("post", { post, locale: "ru" }))
  expect(trail?.itemListElement).toMatchObject([
    { name: catalogs.translate("ru")("content:blog.heading"), item: `${URL}/ru/blog` },
    { name: "T", item: `${URL}/ru/blog/a` },
  ])
  expect(objects).toEqual([
    {
      "@type": "BlogPosting",
      "@id": `${URL}/ru/blog/a#post`,
      url: `${URL}/ru/blog/a`,
      mainEntityOfPage: `${URL}/ru/blog/a`,
      headline: "T",
      description: "D",
      datePublished: "2026-11-16",
      inLanguage: "ru",
      keywords: ["rates"],
      author: { "@type": "Organization", name: "Apyary" },
      publisher: { "@type": "Organization", name: "Apyary", url: `${URL}/` },
    },
  ])
  const byPerson = structuredData(input("post", { post: { ...post, author: "Ada" } }))[1]
  expect(byPerson?.author).toEqual({ "@type": "Person", name: "Ada" })
  expect(structuredData(input("post", { post, locale: "fr" }))[1]).toMatchObject({
    inLanguage: "ru",
    url: `${URL}/fr/blog/a`,
  })
  expect(structuredData(input("post"))).toEqual([])
})

test.each(Object.keys(ROUTES) as RouteName[])("the page %s without data breaks nothing", (page) => {
  expect(Array.isArray(structuredData(input(page)))).toBe(true)
})

describe("the text for a script element", () => {
  test("cannot end the element or begin a comment, and says the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const objects = [{ "@type": "Thing", name: `</script><!--<script>${name}\u2028]]>&` }]
        const text = structuredText(objects)
        expect(text).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.parse(text)).toEqual({ "@context": "https://schema.org", "@graph": objects })
      }),
    )
  })

  test("is empty when there is nothing to say", () => {
    expect(structuredText([])).toBe("")
  })
})
