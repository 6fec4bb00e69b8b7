// The cookie beside the session's: it opens nothing and only tells scripts that somebody may be signed in. With it a page of everybody
// shows the right one of two variants before its first paint: .person-in and .person-out in the styles.

/** Set and cleared with the session (session.server.ts). */
export const HINT_COOKIE = "signed_in"

/** Kept in the browser of somebody with a paid plan, so that what only such plans have gets its room before the first paint. */
const PAID_KEY = "paid"

/** Runs inline in the head of every page (theme.ts), before anything is painted. */
export const HINT_SCRIPT = `var d=document.documentElement.dataset;d.person=/(?:^|; ?)${HINT_COOKIE}=1/.test(document.cookie)?"in":"out";if(d.person==="in"&&localStorage.getItem("${PAID_KEY}"))d.paid=""`

/** Whether this browser has the cookie. */
export function hasHint(): boolean {
  return document.cookie.split(/; ?/).includes(`${HINT_COOKIE}=1`)
}

/** Shows the variant for somebody who is signed in, with a paid plan or not, or for a visitor. The cookie of a session that ended goes. */
export function showPerson(isSignedIn: boolean, isPaid: boolean): void {
  const { dataset } = document.documentElement
  dataset.person = isSignedIn ? "in" : "out"
  if (isPaid) dataset.paid = ""
  else delete dataset.paid
  try {
    if (isPaid) localStorage.setItem(PAID_KEY, "1")
    else localStorage.removeItem(PAID_KEY)
  } catch {
    // Where storage is not allowed the room is made when it is known who looks.
  }
  if (!isSignedIn && hasHint()) document.cookie = `${HINT_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
}
