import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseXml } from "./test-xml.ts"
import { element, escapeXml, textElement, XML_HEAD } from "./xml.ts"

test.each([
  ["", ""],
  ["plain", "plain"],
  [`a & b < c > d "e" 'f'`, "a &amp; b &lt; c &gt; d &quot;e&quot; &apos;f&apos;"],
  ["]]>", "]]&gt;"],
  ["&amp;", "&amp;amp;"],
  ["a\u0000b\u0008c\u001bd", "abcd"],
  ["tab\tline\n", "tab\tline\n"],
  ["\ud800 alone, \udc00 alone", " alone,  alone"],
  ["whole 🐝 stays", "whole 🐝 stays"],
  ["\ufffe\uffff", ""],
])("%j is written as %j", (text, expected) => {
  expect(escapeXml(text)).toBe(expected)
})

test("whatever a text is, the document stays well-formed and says the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const root = parseXml(`${XML_HEAD}${element("a", { b: text }, textElement("c", text) + textElement("d", null))}`)
      const kept = root.attributes.b ?? ""
      expect(root.children[0]?.text ?? "").toBe(kept)
      expect(kept).toBe(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ""))
    }),
  )
})

describe("the check that the tests use", () => {
  test.each([
    ["no declaration", "<a/>"],
    ["nothing", XML_HEAD],
    ["not closed", `${XML_HEAD}<a><b></a>`],
    ["open", `${XML_HEAD}<a>`],
    ["two roots", `${XML_HEAD}<a/><b/>`],
    ["text outside", `${XML_HEAD}<a/>x`],
    ["a bare &", `${XML_HEAD}<a>a & b</a>`],
    ["an unknown entity", `${XML_HEAD}<a>&nbsp;</a>`],
    ["a bare <", `${XML_HEAD}<a>a < b</a>`],
    ["an attribute twice", `${XML_HEAD}<a b="1" b="2"/>`],
    ["an attribute without quotes", `${XML_HEAD}<a b=1/>`],
    ["a control character", `${XML_HEAD}<a>\u0001</a>`],
  ])("refuses %s", (_what, xml) => {
    expect(() => parseXml(xml)).toThrow()
  })

  test("takes what is right", () => {
    expect(parseXml(`${XML_HEAD}<x:a b="&quot;&#65;"><c/>t</x:a>\n`)).toEqual({
      name: "x:a",
      attributes: { b: '"A' },
      text: "t",
      children: [{ name: "c", attributes: {}, text: "", children: [] }],
    })
  })
})
