// Where messages lead: complete addresses of the site's pages in a language.
import { type Locale, localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import type { Target } from "./message.ts"

/** The page of alerts. */
export const ALERTS_PATH = "/alerts"

export const urlOfTarget =
  (publicUrl: string, locale: Locale) =>
  (target: Target): string => {
    const path =
      target === "alerts"
        ? ALERTS_PATH
        : target === "pricing"
          ? href("pricing")
          : href("offer", { slug: target.offerSlug })
    return publicUrl + localePath(locale, path)
  }
