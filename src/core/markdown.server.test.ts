import { describe, expect, it, test } from "vitest"
import { renderDocument, renderRichText, splitFrontMatter, withoutTags } from "./markdown.server.ts"

const publicUrl = "https://apyary.test"
const render = (markdown: string) => renderRichText(markdown, { publicUrl }).trim()
const FOREIGN = 'target="_blank" rel="noreferrer noopener nofollow"'

describe("tags are removed, the rest stays to the letter", () => {
  test.each([
    ["a <b>bold</b> word", "a bold word"],
    ["x < y and y > x", "x < y and y > x"],
    ["5 & 6 &amp; 7 &lt; 8", "5 & 6 &amp; 7 &lt; 8"],
    ["<script>alert(1)</script>rest", "rest"],
    ["<style>*{display:none}</style>rest", "rest"],
    ["> a quote <i>with</i> a tag", "> a quote with a tag"],
    ["> > two deep", "> > two deep"],
    ["unfinished <b\n> quote", "unfinished "],
    ["<!-- a comment -->rest", "rest"],
    ["a\uE000b\uE001c", "abc"],
  ])("%j", (markdown, text) => {
    expect(withoutTags(markdown)).toBe(text)
  })
})

describe("attacks leave nothing that runs", () => {
  test.each([
    "<script>alert(1)</script>",
    "<scr<b>ipt>alert(1)</scr</b>ipt>",
    "<<b>script>alert(1)<</b>/script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&amp;lt;script&amp;gt;alert(1)",
    "&#60;img src=x onerror=alert(1)&#62;",
    '<img src=x onerror="alert(1)">',
    "<svg/onload=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<a href='javascript:alert(1)'>x</a>",
    '<math><mi xlink:href="data:x,<script>alert(1)</script>">',
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](\u0001javascript:alert(1))",
    "[x](<  javascript:alert(1)>)",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](data:image/png;base64,iVBOR)",
    "[x](vbscript:msgbox(1))",
    "[x](file:///etc/passwd)",
    "[x](blob:https://apyary.test/1)",
    "<javascript:alert(1)>",
    "![x](javascript:alert(1))",
    "![x](https://evil.com/pixel.gif)",
    '[x](https://a.b "onmouseover=\\"alert(1)")',
    '[x](https://a.b/"onmouseover="alert(1))',
    "[x][1]\n\n[1]: javascript:alert(1)",
    "```\n</code><script>alert(1)</script>\n```",
    "`<img src=x onerror=alert(1)>`",
    "    <script>alert(1)</script>",
    "| a |\n| - |\n| <script>alert(1)</script> |",
    '```"><script>alert(1)</script>\nx\n```',
    "# <img src=x onerror=alert(1)>",
  ])("%j", (markdown) => {
    const html = render(markdown)
    // Whatever tags there are, they are markdown's own, with the few attributes that we set.
    for (const [tag] of html.matchAll(/<[^>]*>/g)) {
      expect(tag).toMatch(
        /^<\/?(?:p|a|code|pre|h[1-6]|em|strong|ul|ol|li|blockquote|br|hr|table|thead|tbody|tr|th|td)(?: (?:href|class|target|rel|title|scope)="[^"<>]*")*>$/,
      )
    }
    for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) {
      expect(new URL(href.replaceAll("&amp;", "&"), publicUrl).protocol).toMatch(/^(?:https?|mailto):$/)
    }
  })
})

describe("links", () => {
  test.each([
    ["/earn", true],
    ["/earn?amount=2000&currencyId=usd-coin", true],
    ["https://apyary.test", true],
    ["https://apyary.test/earn", true],
    ["https://apyary.test:443/earn", true],
    ["HTTPS://APYARY.TEST/earn", true],
    ["//apyary.test/earn", true],
    ["//evil.com", false],
    ["///evil.com", false],
    ["/\\evil.com", true],
    ["https://apyary.test.evil.com", false],
    ["https://apyary.testevil.com", false],
    ["https://apyary.test@evil.com", false],
    ["https://evil.com/https://apyary.test", false],
    ["http://apyary.test", false],
    ["https://apyary.test:8443", false],
    ["https://sub.apyary.test", false],
    ["evil", false],
    ["mailto:a@b.c", false],
  ])("%s is our own: %s", (href, isOwn) => {
    const html = render(`[x](${href})`)
    expect(html).toContain('class="text-link"')
    expect(html.includes(FOREIGN)).toBe(!isOwn)
    expect(html.includes("_blank")).toBe(!isOwn)
    // What counts as our own leads to us in a browser too.
    const target = /href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? ""
    expect(new URL(target, `${publicUrl}/blog/x`).origin === publicUrl).toBe(isOwn || href === "evil")
  })

  it("gets the prefix of a language where it leads to a path of ours, and nowhere else", () => {
    const pathOf = (path: string) => `/de${path}`
    const html = renderRichText("[a](/earn) [b](https://apyary.test/earn) [c](https://x.org/earn)", {
      publicUrl,
      pathOf,
    })
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "/de/earn",
      "https://apyary.test/earn",
      "https://x.org/earn",
    ])
  })
})

describe("markdown", () => {
  test.each([
    ["`a < b && c`", "<p><code>a &lt; b &amp;&amp; c</code></p>"],
    ["`&lt;`", "<p><code>&amp;lt;</code></p>"],
    ["a < b & c", "<p>a &lt; b &amp; c</p>"],
    ["> quote", "<blockquote>\n<p>quote</p>\n</blockquote>"],
    ["## Title", "<h2>Title</h2>"],
    ["**a** *b*", "<p><strong>a</strong> <em>b</em></p>"],
  ])("%j", (markdown, html) => {
    expect(render(markdown)).toBe(html)
  })

  it("says in tables what heads a column and aligns without style attributes", () => {
    const html = render("| a | b |\n| - | -: |\n| 1 | 2 |")
    expect(html).toContain('<th scope="col">a</th>')
    expect(html).toContain('<td class="numeric">2</td>')
    expect(html).not.toContain("style=")
    expect(render("| | b |\n| - | - |\n| 1 | 2 |")).toContain('<tr>\n<td></td>\n<th scope="col">b</th>')
  })

  it("gives ids to the headings of our own texts", () => {
    const { html, headings } = renderDocument("## One `x`\n\ntext\n\n### Deeper\n\n## Two & three", { publicUrl })
    expect(headings).toEqual([
      { id: "part-1", text: "One x" },
      { id: "part-2", text: "Two & three" },
    ])
    expect(html).toContain('<h2 id="part-2">Two &amp; three</h2>')
    expect(html).toContain("<h3>Deeper</h3>")
  })
})

describe("front matter", () => {
  it("is parted from the text", () => {
    expect(splitFrontMatter("---\n\ntitle: A\ntags: [a, b]\n---\n\nText\n", "a.md")).toEqual({
      data: { title: "A", tags: ["a", "b"] },
      body: "Text",
    })
  })

  test.each(["no facts", "---\ntitle: A\n", "---\ntitle: [a\n---\ntext"])("a wrong file is named: %j", (text) => {
    expect(() => splitFrontMatter(text, "posts/a.md")).toThrow(/^posts\/a\.md/)
  })
})
