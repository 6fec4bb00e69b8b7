// Turns fields of an entity into facts with a label.
import type { Formats } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { FactView, LinkView } from "./detail-data.ts"

export function fact(label: string, text: string | null): FactView {
  return { label, text }
}

/** A fact that is left out when it is not known: one that most entities do not have. */
export function optionalFact(label: string, text: string | null): FactView[] {
  return text === null || text === "" ? [] : [fact(label, text)]
}

export function linkFact(label: string, urls: readonly (string | null)[]): FactView {
  return { label, text: null, links: urls.filter((url) => url !== null).map((url) => outside(url)) }
}

export function optionalLinkFact(label: string, urls: readonly (string | null)[]): FactView[] {
  const made = linkFact(label, urls)
  return made.links?.length ? [made] : []
}

/** A link out of the site, under the name of its site unless told. */
export function outside(url: string, text = siteName(url)): LinkView {
  return { text, to: url, external: true }
}

/** How many parts of the path tell what a link leads to, on sites that many share. */
const TELLING_PARTS: Readonly<Record<string, number>> = { "github.com": 2, "npmjs.com": 3 }

/** "kraken.com"; of shared sites also whose page it is: "github.com/bitcoin/bitcoin". */
export function siteName(url: string): string {
  const { hostname, pathname } = new URL(url)
  const host = hostname.replace(/^www\./, "")
  const parts = pathname.split("/").filter((part) => part !== "" && part !== "package")
  return [host, ...parts.slice(0, TELLING_PARTS[host] ?? 0)].join("/")
}

/** Where the facts of an entity come from, and the day they were true (design 1: no bare number). */
export function sourceFacts(
  entity: { sourceUrl: string; asOf: string },
  t: Translate,
  formats: Formats,
): [FactView, FactView] {
  return [
    linkFact(t("catalog:facts.source"), [entity.sourceUrl]),
    fact(t("catalog:facts.checked"), formats.date(entity.asOf)),
  ]
}

export function yesNo(value: boolean | null, t: Translate): string | null {
  return value === null ? null : t(value ? "common:yes" : "common:no")
}

/** A price in US dollars; the small ones with as many decimals as they need. */
export function priceText(value: number, formats: Formats): string {
  if (value === 0 || value >= 0.01) return formats.usd(value)
  return formats.usd(0).replace(/\d[\d.,]*\d|\d/, formats.number(value, 8))
}

/** A fee in percent; the small ones with as many decimals as they need ("0.035%"). */
export function feeText(percent: number, formats: Formats): string {
  if (Math.round(percent * 100) / 100 === percent) return formats.percent(percent)
  return formats.percent(0).replace(/\d[.,]\d+/, formats.number(percent, 4))
}
