// Writing XML: every text goes through here, so that nothing in a name can end an element.

/** What XML 1.0 (2.2, production Char) does not allow anywhere, not even escaped: control characters and lone surrogates. */
const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
}

/** A text that is safe as content and as the value of an attribute. Characters that XML does not know are left out. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, "").replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
}

export type Attributes = Readonly<Record<string, string | null>>

/** An element around finished XML; without content it is empty. Attributes that are null are left out. */
export function element(name: string, attributes: Attributes = {}, content = ""): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === null ? "" : ` ${key}="${escapeXml(value)}"`))
    .join("")
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

/** An element around a text; "" when the text is null, so that what is unknown is not there. */
export function textElement(name: string, text: string | null, attributes: Attributes = {}): string {
  return text === null ? "" : element(name, attributes, escapeXml(text))
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
