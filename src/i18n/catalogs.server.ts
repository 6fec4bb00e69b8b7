// Loads all texts at start and compiles the ICU messages once, so that browsers get no ICU parser.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { compileMessage } from "@lingui/message-utils/compileMessage"
import { LOCALE_CODES, type Locale } from "./locales.ts"
import { createTranslate, FEATURES, type Feature, type Messages, type Translate } from "./messages.ts"

export type Catalogs = {
  /** The translator with all texts of a language. */
  translate(locale: Locale): Translate
  /** The compiled texts of one feature, and a hash that changes with them. */
  messages(locale: Locale, feature: Feature): { messages: Messages; hash: string }
}

export const LOCALES_DIR = join(import.meta.dirname, "locales")

/** Reads every file of every language. Throws when one is missing or is no JSON: that is a broken build. */
export function loadCatalogs(): Catalogs {
  const byLocale = new Map<Locale, Record<Feature, { messages: Messages; hash: string }>>()
  const translators = new Map<Locale, Translate>()
  for (const locale of LOCALE_CODES) {
    const features = Object.fromEntries(FEATURES.map((feature) => [feature, compileFile(locale, feature)])) as Record<
      Feature,
      { messages: Messages; hash: string }
    >
    byLocale.set(locale, features)
    translators.set(
      locale,
      createTranslate(locale, Object.fromEntries(FEATURES.map((feature) => [feature, features[feature].messages]))),
    )
  }
  return {
    translate: (locale) => translators.get(locale) as Translate,
    messages: (locale, feature) =>
      (byLocale.get(locale) as Record<Feature, { messages: Messages; hash: string }>)[feature],
  }
}

function compileFile(locale: Locale, feature: Feature): { messages: Messages; hash: string } {
  const source = readFileSync(join(LOCALES_DIR, locale, `${feature}.json`), "utf8")
  const texts = JSON.parse(source) as Record<string, string>
  const messages = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]))
  return { messages, hash: createHash("sha1").update(source).digest("hex").slice(0, 10) }
}
