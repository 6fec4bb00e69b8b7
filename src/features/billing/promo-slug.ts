// The promo that a visitor came with (spec 1): its slug stands in the query string and holds while they browse in this tab.

const KEY = "promo"
const SLUG = /^[A-Za-z0-9][A-Za-z0-9-]{0,119}$/

/** The slug that a query names; null for none and for what is no slug. */
export function slugOfQuery(query: string): string | null {
  const slug = new URLSearchParams(query).get(KEY)
  return slug !== null && SLUG.test(slug) ? slug : null
}

/** The slug of the address that is shown, else the one remembered in this tab; null when there is none. In the browser alone. */
export function currentPromo(): string | null {
  const slug = slugOfQuery(location.search)
  try {
    if (slug === null) return sessionStorage.getItem(KEY)
    sessionStorage.setItem(KEY, slug)
  } catch {
    // Where storage is not allowed a promo holds for the page that names it.
  }
  return slug
}
