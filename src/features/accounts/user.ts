// What an account is made of (spec 3): the words that tables, doors and screens use.

export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

/** Login providers besides the local one (spec 3). */
export const LOGIN_PROVIDERS = ["google", "facebook"] as const
export type LoginProvider = (typeof LOGIN_PROVIDERS)[number]

export const TOKEN_PURPOSES = ["confirmEmail", "restorePassword", "changeEmail"] as const
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]

/** What mails are about; each group has an unsubscribe page of its own (spec 2). */
export const NOTIFICATION_GROUPS = ["alerts", "news"] as const
export type NotificationGroupSlug = (typeof NOTIFICATION_GROUPS)[number]
