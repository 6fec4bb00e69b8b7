import type { Locale } from "../../i18n/locales.ts"

/** A moment (ISO 8601) as the reader's own clock shows it. */
export function momentText(moment: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment))
}
