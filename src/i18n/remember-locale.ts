import { LOCALE_COOKIE, type Locale } from "./locales.ts"

const A_YEAR_SECONDS = 31_536_000

/** Keeps the chosen language for "/" (spec 9). In the browser alone. */
export function rememberLocale(code: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${code}; Path=/; Max-Age=${A_YEAR_SECONDS}; SameSite=Lax; Secure`
}
