// The whole user of getUser (spec 3), put together from the account, the plan, the alerts and the watchlist.
import type { Db } from "../../core/db/database.server.ts"
import type { Catalogs } from "../../i18n/catalogs.server.ts"
import { isLocale, LOCALE_CODES } from "../../i18n/locales.ts"
import { listNotificationChoices } from "../accounts/queries.server.ts"
import type { UserRow } from "../accounts/session.server.ts"
import { NOTIFICATION_GROUPS, type NotificationGroupSlug } from "../accounts/user.ts"
import { alertsOfUser } from "../alerts/queries.server.ts"
import { findSubscription, tariffOf } from "../billing/queries.server.ts"
import { watchlistOf } from "../watchlist/queries.server.ts"
import type { NotificationGroup, User } from "./user.ts"

/** Everything that getUser tells of a person at a moment. */
export async function findUser(db: Db, catalogs: Catalogs, user: UserRow, now: Date): Promise<User> {
  const [choices, subscription, tariff, alerts, watchlist] = await Promise.all([
    listNotificationChoices(db, user.id),
    findSubscription(db, user.id, now),
    tariffOf(db, user.id, now),
    alertsOfUser(db, user.id, now),
    watchlistOf(db, user.id),
  ])
  return {
    id: user.id,
    email: user.email,
    isEmailConfirmed: user.emailConfirmedAt !== null,
    name: user.name,
    affCode: user.affCode,
    ...subscription,
    tariff,
    ...alerts,
    watchlist,
    notifications: choices.map(({ id, group }) => ({
      id: String(id),
      groupId: groupId(group),
      group: groupOf(group, user.locale, catalogs),
    })),
  }
}

const groupId = (group: NotificationGroupSlug) => String(NOTIFICATION_GROUPS.indexOf(group) + 1)

function groupOf(slug: NotificationGroupSlug, language: string, catalogs: Catalogs): NotificationGroup {
  const nameIn = (locale: (typeof LOCALE_CODES)[number]) =>
    catalogs.translate(locale)(`common:notificationGroup.${slug}`)
  const locale = isLocale(language) ? language : "en"
  return {
    id: groupId(slug),
    slug,
    name: nameIn(locale),
    locale,
    translations: LOCALE_CODES.map((code) => ({ name: nameIn(code), locale: code })),
  }
}
