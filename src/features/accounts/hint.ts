// The cookie beside the session's: it opens nothing and only tells scripts that somebody may be signed in. With it a page of everybody
// shows the right one of two variants before its first paint: .person-in and .person-out in the styles.

/** Set and cleared with the session (session.server.ts). */
export const HINT_COOKIE = "signed_in"

/** Runs inline in the head of every page (theme.ts), before anything is painted. */
export const HINT_SCRIPT = `document.documentElement.dataset.person=/(?:^|; ?)${HINT_COOKIE}=1/.test(document.cookie)?"in":"out"`

/** Whether this browser has the cookie. */
export function hasHint(): boolean {
  return document.cookie.split(/; ?/).includes(`${HINT_COOKIE}=1`)
}

/** Shows the variant for somebody who is signed in, or for a visitor. The cookie of a session that ended goes. */
export function showPerson(isSignedIn: boolean): void {
  document.documentElement.dataset.person = isSignedIn ? "in" : "out"
  if (!isSignedIn && hasHint()) document.cookie = `${HINT_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
}
