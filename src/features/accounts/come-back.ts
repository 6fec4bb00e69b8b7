// Where somebody was before they went to sign in. Kept in the tab alone: an address in a link could lead to another site.

const KEY = "come-back"

/** Remembers the page that is shown now. */
export function rememberPage(): void {
  try {
    sessionStorage.setItem(KEY, location.pathname + location.search)
  } catch {
    // Where storage is not allowed the settings are where a login leads.
  }
}

/** The remembered page, once; null when there is none. */
export function takePage(): string | null {
  try {
    const address = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return address
  } catch {
    return null
  }
}
