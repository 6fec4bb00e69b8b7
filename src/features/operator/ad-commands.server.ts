// The commands for advertisements.
import { isLocale, LOCALE_CODES } from "../../i18n/locales.ts"
import { AD_PLACEMENTS, type Ad, type AdTranslation } from "../ads/ad.ts"
import { addAd, changeAd } from "../ads/commands.server.ts"
import { adSchema } from "../ads/schema.ts"
import { type Command, invalid, type Values } from "./command.ts"
import {
  addCommand,
  changeCommand,
  endedAt,
  type Kept,
  listCommand,
  periodText,
  setCommand,
  splitPair,
  stateOf,
} from "./crud.server.ts"
import { cut, momentText } from "./print.ts"
import { listAds } from "./queries.server.ts"

const TRANSLATED = ["link", "linkText", "description"] as const
const FORM = `<language>:<field>=<text> such as de:linkText=Mehr, with ${TRANSLATED.join(", ")}`

const adKind: Kept<Ad, typeof adSchema> = {
  noun: "ad",
  schema: adSchema,
  fields: [
    { name: "type", kind: "text", about: `where it is shown: ${AD_PLACEMENTS.join(", ")}`, required: true },
    { name: "link", kind: "text", about: "where it leads: an https address", required: true },
    { name: "linkText", kind: "text", about: "the words of the link, 80 characters at most", required: true },
    { name: "description", kind: "text", about: "what it says, 300 characters at most", required: true },
    { name: "startDate", kind: "start", about: "from when on it runs; without it, at once" },
    { name: "endDate", kind: "end", about: "until when it runs; without it, for good" },
    { name: "weight", kind: "number", about: "how often it is chosen against others, 0 = never; without it, 1" },
    { name: "published", kind: "yesNo", about: "yes or no; without it, yes" },
    { name: "logoUrl", kind: "text", about: "its logo: an https address or a path of the site" },
    { name: "logoAlt", kind: "text", about: "the logo in words" },
    { name: "bannerUrl", kind: "text", about: "its banner: an https address or a path of the site" },
    { name: "bannerAlt", kind: "text", about: "the banner in words" },
    { name: "translation", kind: "list", about: `a text in another language: ${FORM}; an empty text takes it away` },
  ],
  example: {
    add: 'spring --type search --link https://example.org/earn --link-text "Earn now" --description "Up to 5 %" --weight 3 --translation "de:linkText=Jetzt verdienen"',
    change: "spring --weight 5 --end-date 2026-12-31",
  },
  list: listAds,
  add: addAd,
  change: changeAd,
  merge(current, { translation, ...given }) {
    if (translation === undefined) return { ...current, ...given }
    return { ...current, ...given, translations: translate(current.translations, translation) }
  },
  nameOf: ([first]) => (first === "translations" ? "translation" : String(first)),
  cells: (ad, now) => ({
    slug: ad.slug,
    type: ad.type,
    state: stateOf(ad.published, ad.startDate, ad.endDate, now),
    weight: String(ad.weight),
    from: momentText(ad.startDate),
    to: momentText(ad.endDate),
    languages: ad.translations.map(({ locale }) => locale).join(" "),
    text: cut(ad.linkText, 30),
    link: cut(ad.link, 60),
  }),
  right: ["weight"],
  describe: (ad, now) =>
    [
      ad.type,
      `weight ${ad.weight}`,
      stateOf(ad.published, ad.startDate, ad.endDate, now),
      periodText(momentText(ad.startDate), momentText(ad.endDate)),
    ]
      .filter((part) => part !== "")
      .join(", "),
}

/** The translations with the given texts in place: each field by itself, an empty text away, a language without texts away. */
function translate(current: unknown, given: unknown): AdTranslation[] {
  const known = new Map((Array.isArray(current) ? (current as AdTranslation[]) : []).map((one) => [one.locale, one]))
  const seen = new Set<string>()
  for (const text of Array.isArray(given) ? given.map(String) : []) {
    const [locale, rest] = splitPair("translation", text, FORM)
    const at = rest.indexOf("=")
    const field = TRANSLATED.find((name) => name === rest.slice(0, Math.max(at, 0)))
    if (!isLocale(locale)) {
      throw invalid({
        translation: `has the unknown language "${locale}": it must be one of ${LOCALE_CODES.join(", ")}`,
      })
    }
    if (!field) throw invalid({ translation: `must be ${FORM}` })
    if (seen.has(`${locale}:${field}`)) throw invalid({ translation: `gives ${locale}:${field} twice` })
    seen.add(`${locale}:${field}`)
    const before = known.get(locale) ?? { locale, link: null, linkText: null, description: null }
    known.set(locale, { ...before, [field]: rest.slice(at + 1).trim() || null })
  }
  return [...known.values()]
    .filter((one) => TRANSLATED.some((field) => one[field] !== null))
    .toSorted((a, b) => (a.locale < b.locale ? -1 : 1))
}

const setShown = (published: boolean): Values => ({ published })

export const AD_COMMANDS: readonly Command[] = [
  listCommand(adKind),
  addCommand(adKind),
  changeCommand(adKind),
  setCommand(adKind, { name: "end", done: "ended", about: "Ends an ad now" }, (ad, now) => {
    const endDate = endedAt(ad.startDate, ad.endDate, now)
    return endDate && { endDate }
  }),
  setCommand(adKind, { name: "publish", done: "published", about: "Shows an ad" }, () => setShown(true)),
  setCommand(adKind, { name: "unpublish", done: "unpublished", about: "Hides an ad" }, () => setShown(false)),
]
