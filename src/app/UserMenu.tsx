import type { FormEvent, ReactNode } from "react"
import { callApi } from "../features/accounts/api.ts"
import { SignInLinks } from "../features/accounts/SignInLinks.tsx"
import type { Person } from "../features/accounts/person.ts"
import { personChanged, useSignedIn } from "../features/accounts/use-person.ts"
import { subscriptionOf } from "../features/billing/person-plan.ts"
import { isSetToEnd } from "../features/billing/subscription.ts"
import { useI18n } from "../i18n/I18n.tsx"
import { href } from "../routes.ts"
import { Menu } from "../ui/Menu.tsx"
import { Link } from "../ui/navigation.tsx"

const LOGOUT = "/api/auth/logout"

/**
 * Visitors get the ways in, signed-in people their menu (spec 2). Both are in the HTML that everybody gets, in one place of one size;
 * which is seen is known before the first paint, so that nothing moves and nothing flashes.
 */
export function UserMenu() {
  const { t, locale } = useI18n()
  const person = useSignedIn()
  return (
    <div className="person-seat">
      <div className="person-out flex items-center justify-end gap-1.5 max-tablet:hidden">
        <SignInLinks main="join" compact />
      </div>
      <Menu isButton className="person-menu" panelClassName="w-64" label={<MenuLabel person={person} />}>
        <div className="person-out flex flex-col gap-2 p-1">
          <SignInLinks main="join" />
        </div>
        <div className="person-in">
          <p className="truncate border-b border-line px-2 pb-2 text-sm text-muted">{person?.email ?? "\u00a0"}</p>
          <nav aria-label={t("common:person.menu")} className="flex flex-col pt-1">
            <Entry to={href("alerts")}>
              {t("common:person.alerts")}
              <Count person={person} />
            </Entry>
            <Entry to={href("watchlist")}>{t("common:person.watchlist")}</Entry>
            <Entry to={href("affiliate")}>{t("common:nav.affiliate")}</Entry>
            <Entry to={href("subscription")}>
              {t("common:person.subscription")}
              {person && isSetToEnd(subscriptionOf(person), new Date()) && (
                <span className="rounded-full bg-honey-soft px-2 py-0.5 text-xs text-warn">
                  {t("common:person.endsSoon")}
                </span>
              )}
            </Entry>
            <Entry to={href("pricing")}>{t("common:person.goPro")}</Entry>
            <Entry to={href("settings")}>{t("common:person.settings")}</Entry>
          </nav>
          <form action={LOGOUT} method="post" onSubmit={signOut} className="mt-1 border-t border-line pt-1">
            <input type="hidden" name="locale" value={locale} />
            <button type="submit" className="menu-button w-full text-left">
              {t("common:person.signOut")}
            </button>
          </form>
        </div>
      </Menu>
    </div>
  )
}

function MenuLabel({ person }: { person: Person | null }) {
  const { t } = useI18n()
  return (
    <>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" fill="currentColor" className="shrink-0">
        <circle cx="10" cy="6.5" r="3.75" />
        <path d="M2.5 17.5a7.5 7.5 0 0 1 15 0z" />
      </svg>
      <span className="max-tablet:sr-only">{t("common:person.account")}</span>
      <Count person={person} isOnButton />
    </>
  )
}

/** How many notifications are unread, when there are any (spec 3). On the button it lies over its corner and moves nothing. */
function Count({ person, isOnButton = false }: { person: Person | null; isOnButton?: boolean }) {
  const { t, formats } = useI18n()
  const count = person?.unreadCount ?? 0
  if (count === 0) return null
  return (
    <span
      className={`rounded-full bg-honey px-1.5 text-xs font-semibold leading-5 text-on-honey tabular-nums ${isOnButton ? "absolute -right-1.5 -top-1.5" : ""}`}
    >
      {count > 99 ? "99+" : formats.number(count)}
      <span className="sr-only"> {t("common:person.unread", { count })}</span>
    </span>
  )
}

function Entry({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="menu-button justify-between">
      {children}
    </Link>
  )
}

/** spec 4: sign-out clears the session, then reloads the page. */
async function signOut(event: FormEvent<HTMLFormElement>) {
  event.preventDefault()
  const form = event.currentTarget
  const answer = await callApi("POST", LOGOUT, {})
  // Where the script's way fails the browser's own may not.
  if (!answer.isOk) return form.submit()
  await personChanged()
  location.reload()
}
