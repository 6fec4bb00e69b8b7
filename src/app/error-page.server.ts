import type { Locale } from "../i18n/locales.ts"
import { localePath } from "../i18n/locales.ts"
import type { Translate } from "../i18n/messages.ts"

/** A page that needs nothing else to work: for errors, in the visitor's language. */
export function errorPage(locale: Locale, status: number, t: Translate): string {
  const title = t(status === 404 ? "common:notFound.title" : "common:error.title")
  const text = t(status === 404 ? "common:notFound.text" : "common:error.text")
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title></head><body><main><h1>${escape(title)}</h1><p>${escape(text)}</p><p><a href="${localePath(locale, "/")}">${escape(t("common:notFound.home"))}</a></p></main></body></html>`
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
}
