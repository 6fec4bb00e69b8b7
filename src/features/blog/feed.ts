import { type Locale, localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"

/** Where the feed of a language's posts is, prefix included. */
export function blogFeedPath(locale: Locale): string {
  return localePath(locale, `${href("blog")}/rss.xml`)
}
