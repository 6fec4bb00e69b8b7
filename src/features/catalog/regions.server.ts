// Names of countries in the language of the page. On the server only: browsers name some of them differently.
import type { Locale } from "../../i18n/locales.ts"

const names = new Map<Locale, Intl.DisplayNames>()

/** "DE" -> "Germany"; a code that stands for no country is given back as it is. */
export function countryName(code: string, locale: Locale): string {
  const display = names.get(locale) ?? new Intl.DisplayNames(locale, { type: "region", fallback: "code" })
  names.set(locale, display)
  return /^[A-Z]{2}$/.test(code) ? (display.of(code) ?? code) : code
}
