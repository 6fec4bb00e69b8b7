import type { Locale } from "../../i18n/locales.ts"

/** A moment (ISO 8601) as the person's own clock and language show it; in UTC where the browser does not know the zone. */
export function momentIn(locale: Locale, timeZone: string, moment: string, form: "day" | "minute"): string {
  const write = (zone: string) =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: "medium",
      timeZone: zone,
      ...(form === "minute" ? { timeStyle: "short" } : {}),
    }).format(new Date(moment))
  try {
    return write(timeZone)
  } catch {
    return write("UTC")
  }
}
