// getUser: the signed-in person with plan, alerts and watchlist; null for a visitor (contract/operations.graphql).
import type { addBilling } from "../billing/graphql.server.ts"
import type { GraphqlBuilder, GraphqlContext } from "../market/graphql.server.ts"
import type { NotificationGroup, User } from "./user.ts"

export type FindUser = (context: GraphqlContext) => Promise<User | null>

export function addUser(builder: GraphqlBuilder, { tariff }: ReturnType<typeof addBilling>, findUser: FindUser): void {
  const alert = builder.objectRef<{ id: string }>("Alert").implement({ fields: (t) => ({ id: t.exposeID("id") }) })
  const watched = builder.objectRef<{ id: string; currencyId: string }>("WatchlistItem").implement({
    fields: (t) => ({ id: t.exposeID("id"), currencyId: t.exposeID("currencyId") }),
  })
  const groupTranslation = builder
    .objectRef<{ name: string; locale: string }>("NotificationGroupTranslation")
    .implement({
      fields: (t) => ({ name: t.exposeString("name"), locale: t.exposeString("locale") }),
    })
  const group = builder.objectRef<NotificationGroup>("NotificationGroup").implement({
    fields: (t) => ({
      id: t.exposeID("id"),
      slug: t.exposeString("slug"),
      name: t.exposeString("name"),
      locale: t.exposeString("locale"),
      translations: t.field({ type: [groupTranslation], resolve: ({ translations }) => translations }),
    }),
  })
  const notification = builder.objectRef<User["notifications"][number]>("Notification").implement({
    fields: (t) => ({
      id: t.exposeID("id"),
      groupId: t.exposeID("groupId"),
      group: t.field({ type: group, resolve: (item) => item.group }),
    }),
  })
  const user = builder.objectRef<User>("User").implement({
    fields: (t) => ({
      id: t.exposeID("id"),
      email: t.exposeString("email"),
      isEmailConfirmed: t.exposeBoolean("isEmailConfirmed"),
      name: t.exposeString("name", { nullable: true }),
      affCode: t.exposeString("affCode", { nullable: true }),
      tariffCode: t.exposeString("tariffCode"),
      tariffCodeNext: t.exposeString("tariffCodeNext", { nullable: true }),
      tariffPeriod: t.exposeString("tariffPeriod", { nullable: true }),
      tariffPeriodNext: t.exposeString("tariffPeriodNext", { nullable: true }),
      tariffActiveFrom: t.string({ nullable: true, resolve: (it) => it.tariffActiveFrom?.toISOString() ?? null }),
      tariffActiveTo: t.string({ nullable: true, resolve: (it) => it.tariffActiveTo?.toISOString() ?? null }),
      tariff: t.field({ type: tariff, resolve: (it) => it.tariff }),
      telegramChatId: t.exposeString("telegramChatId", { nullable: true }),
      telegramToken: t.exposeString("telegramToken", { nullable: true }),
      notificationsCount: t.exposeInt("notificationsCount"),
      unreadCount: t.exposeInt("unreadCount"),
      alert: t.field({ type: [alert], resolve: (it) => it.alert }),
      alertCount: t.exposeInt("alertCount"),
      watchlist: t.field({ type: [watched], resolve: (it) => it.watchlist }),
      notifications: t.field({ type: [notification], resolve: (it) => it.notifications }),
    }),
  })
  builder.queryFields((t) => ({
    user: t.field({ type: user, nullable: true, resolve: (_root, _args, context) => findUser(context) }),
  }))
}
