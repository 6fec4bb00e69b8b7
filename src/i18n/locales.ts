// The nine languages. A further one is a row here and a folder in locales/.
export const LOCALES = [
  { code: "en", name: "English", ogLocale: "en_US" },
  { code: "zh-CN", name: "简体中文", ogLocale: "zh_CN" },
  { code: "de", name: "Deutsch", ogLocale: "de_DE" },
  { code: "fr", name: "Français", ogLocale: "fr_FR" },
  { code: "it", name: "Italiano", ogLocale: "it_IT" },
  { code: "pt-BR", name: "Português (Brasil)", ogLocale: "pt_BR" },
  { code: "pt-PT", name: "Português (Portugal)", ogLocale: "pt_PT" },
  { code: "ru", name: "Русский", ogLocale: "ru_RU" },
  { code: "es-ES", name: "Español", ogLocale: "es_ES" },
] as const

export type Locale = (typeof LOCALES)[number]["code"]
export const DEFAULT_LOCALE: Locale = "en"
export const LOCALE_COOKIE = "NEXT_LOCALE"
export const LOCALE_CODES: readonly Locale[] = LOCALES.map((locale) => locale.code)

export function isLocale(text: string): text is Locale {
  return (LOCALE_CODES as readonly string[]).includes(text)
}

/** "/de/earn" -> de and "/earn"; a path without a prefix is English. The prefix counts only as written: "/DE" is no language. */
export function splitLocale(path: string): { locale: Locale; path: string } {
  const first = path.split("/", 2)[1] ?? ""
  if (!isLocale(first) || first === DEFAULT_LOCALE) return { locale: DEFAULT_LOCALE, path }
  return { locale: first, path: path.slice(first.length + 1) || "/" }
}

/** Puts a language's prefix before a path of the site: ("de", "/earn") -> "/de/earn"; English has none. */
export function localePath(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path
  return path === "/" ? `/${locale}` : `/${locale}${path}`
}

/**
 * The language that an Accept-Language header asks for, by its weights: exactly, else by the language alone ("pt" is pt-BR,
 * "es-MX" is es-ES), else English.
 */
export function negotiateLocale(header: string | undefined): Locale {
  const wanted = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part, at) => {
      const [tag = "", ...parameters] = part.trim().split(";")
      const weight = Number(
        parameters
          .find((parameter) => parameter.trim().startsWith("q="))
          ?.trim()
          .slice(2) ?? 1,
      )
      return { tag: tag.trim().toLowerCase(), weight: Number.isFinite(weight) ? weight : 0, at }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
  for (const { tag } of wanted) {
    const exact = LOCALE_CODES.find((code) => code.toLowerCase() === tag)
    const related = LOCALE_CODES.find((code) => code.split("-")[0] === tag.split("-")[0])
    const found = exact ?? related
    if (found) return found
  }
  return DEFAULT_LOCALE
}
