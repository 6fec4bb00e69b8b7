import { createContext, type ReactNode, useContext, useMemo } from "react"
import { type Formats, formatsOf } from "./formats.ts"
import type { Locale } from "./locales.ts"
import { createTranslate, type Feature, type Messages, type Translate } from "./messages.ts"

export type I18n = { locale: Locale; t: Translate; formats: Formats }

const Context = createContext<I18n | null>(null)

/** Gives the texts of one language to everything below. */
export function I18nProvider(props: {
  locale: Locale
  messages: Partial<Record<Feature, Messages>>
  children: ReactNode
}) {
  const { locale, messages } = props
  const i18n = useMemo(
    () => ({ locale, t: createTranslate(locale, messages), formats: formatsOf(locale) }),
    [locale, messages],
  )
  return <Context value={i18n}>{props.children}</Context>
}

/** The language of the page: its code, its texts, its formats. */
export function useI18n(): I18n {
  const i18n = useContext(Context)
  if (!i18n) throw new Error("useI18n is used outside of I18nProvider")
  return i18n
}
