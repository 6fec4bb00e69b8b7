// Room for the banner above the header. It is known only after the server was asked, and what comes then must not push the page down:
// where a banner was shown before, its room is kept from the first paint on.

const KEY = "banner"
/** Paths without banner (spec 2), and a link that brings a promo. */
const HIDDEN = "unsubscribe_(?:news|alerts)|auth/verify_emai|/alerts"

/** Runs inline in the head of every page (theme.ts). */
export const RESERVE_SCRIPT = `if((localStorage.getItem("${KEY}")||/[?&]promo=./.test(location.search))&&!/${HIDDEN.replaceAll("/", "\\/")}/.test(location.pathname))document.documentElement.dataset.banner="1"`

/** Whether there is room above the header on this page. */
export function hasRoom(): boolean {
  return document.documentElement.dataset.banner !== undefined
}

/** Makes or takes the room; only when the page changes anyway. */
export function setRoom(isNeeded: boolean): void {
  if (isNeeded) document.documentElement.dataset.banner = "1"
  else delete document.documentElement.dataset.banner
}

/** Remembers for the next page load whether a banner was shown. */
export function rememberRoom(isNeeded: boolean): void {
  try {
    if (isNeeded) localStorage.setItem(KEY, "1")
    else localStorage.removeItem(KEY)
  } catch {
    // Where storage is not allowed the banner lies over the end of the page.
  }
}
