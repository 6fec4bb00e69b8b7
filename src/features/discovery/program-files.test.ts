import { describe, expect, test } from "vitest"
import { matchRoute } from "../../routes.ts"
import { llmsText, manifest, openSearchXml, robotsText } from "./program-files.ts"
import { childrenOf, parseXml, textOf } from "./test-xml.ts"

const URL = "https://apyary.test"

/** Whether robots.txt lets a crawler in: the longest rule that fits decides (RFC 9309, 2.2.2). */
function lets(path: string): boolean {
  const rules = [...robotsText(URL).matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, word, prefix = ""]) => ({
    allowed: word === "Allow",
    prefix,
  }))
  const best = rules
    .filter(({ prefix }) => path.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0]
  return best?.allowed ?? true
}

describe("robots.txt", () => {
  test.each([
    ["/", true],
    ["/de", true],
    ["/earn", true],
    ["/zh-CN/offers/a", true],
    ["/feeds/changes.xml", true],
    ["/assets/a.js", true],
    ["/og/en/home.png", true],
    ["/api/v1/openapi.json", true],
    ["/gold", true],
    ["/api/v1/offers", false],
    ["/api/graphql", false],
    ["/_data/earn", false],
    ["/go/bybit", false],
    ["/search?query=x", false],
    ["/pt-BR/search", false],
  ])("%s: %s", (path, expected) => {
    expect(lets(path)).toBe(expected)
  })

  test("names the sitemap", () => {
    expect(robotsText(URL)).toContain(`\nSitemap: ${URL}/sitemap.xml\n`)
    expect(robotsText(URL)).toMatch(/^User-agent: \*\n/)
  })
})

test("llms.txt has a heading, a summary and links to pages that are there", () => {
  const text = llmsText(URL)
  expect(text).toMatch(/^# Apyary\n\n> \S/)
  const links = [...text.matchAll(/\]\((https:[^)]+)\)/g)].map(([, link = ""]) => link)
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    expect(link.startsWith(`${URL}/`)).toBe(true)
    const path = link.slice(URL.length)
    if (!/\.(?:xml|json)$/.test(path)) expect(matchRoute(path), path).not.toBeNull()
  }
  expect(text).toContain("/api/v1")
  expect(text).toMatch(/names Apyary with a link/)
})

test("the manifest has a name, a start and icons of both sizes", () => {
  const { name, start_url, icons } = manifest()
  expect([name, start_url]).toEqual(["Apyary", "/"])
  expect(icons.map(({ sizes }) => sizes)).toEqual(["192x192", "512x512", "any"])
})

test("the OpenSearch description leads to the site's search", () => {
  const root = parseXml(openSearchXml(URL))
  expect([root.name, root.attributes.xmlns]).toEqual(["OpenSearchDescription", "http://a9.com/-/spec/opensearch/1.1/"])
  expect((textOf(root, "ShortName") ?? "").length).toBeLessThanOrEqual(16)
  expect(childrenOf(root, "Url")[0]?.attributes).toMatchObject({
    type: "text/html",
    template: `${URL}/search?query={searchTerms}`,
  })
})
