// A strict check that a text is well-formed XML 1.0, for tests: what a parser of a search engine or a feed reader would refuse.

export type XmlNode = { name: string; attributes: Record<string, string>; children: XmlNode[]; text: string }

const NAME = "[A-Za-z_][A-Za-z0-9._:-]*"
const TOKEN = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|([^<]+)`, "y")
const ATTRIBUTE = new RegExp(`(${NAME})="([^"]*)"`, "g")
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([0-9a-f]+));/gi
const CHARACTERS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

/** The root element. Throws an Error that says where the text stops being well-formed. */
export function parseXml(xml: string): XmlNode {
  const head = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(xml)
  if (!head) throw new Error("there is no XML declaration")
  const top: XmlNode = { name: "", attributes: {}, children: [], text: "" }
  const open: XmlNode[] = [top]
  TOKEN.lastIndex = head[0].length
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(xml)
    if (!token) throw new Error(`not well-formed at "${xml.slice(at, at + 80)}"`)
    const [, isEnd, name = "", attributes = "", isEmpty, text] = token
    const parent = open.at(-1) as XmlNode
    if (text !== undefined) {
      if (parent === top && text.trim() !== "") throw new Error(`text outside the root: "${text}"`)
      parent.text += decode(text)
    } else if (isEnd) {
      if (parent.name !== name || attributes) throw new Error(`</${name}> ends <${parent.name}>`)
      open.pop()
    } else {
      const node = { name, attributes: attributesOf(attributes), children: [], text: "" }
      if (parent === top && top.children.length > 0) throw new Error(`a second root: <${name}>`)
      parent.children.push(node)
      if (!isEmpty) open.push(node)
    }
  }
  const [root] = top.children
  if (open.length !== 1 || !root) throw new Error(`<${open.at(-1)?.name}> is not closed`)
  return root
}

/** The children with that name. */
export const childrenOf = (node: XmlNode, name: string) => node.children.filter((child) => child.name === name)

/** The text of the first child with that name, or null. */
export const textOf = (node: XmlNode, name: string) => childrenOf(node, name)[0]?.text ?? null

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = "", value = ""] of text.matchAll(ATTRIBUTE)) {
    if (Object.hasOwn(found, name)) throw new Error(`${name} is there twice`)
    found[name] = decode(value)
  }
  return found
}

function decode(text: string): string {
  if (/&/.test(text.replace(ENTITY, ""))) throw new Error(`a bare & in "${text.slice(0, 80)}"`)
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(text)) throw new Error("a forbidden character")
  return text.replace(ENTITY, (_all, name?: string, decimal?: string, hex?: string) =>
    name ? (CHARACTERS[name] ?? "") : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16)),
  )
}
