// What the pages of accounts get from the server; their texts come with the features account and register.
import type { FailureCode } from "./failures.ts"
import type { LoginProvider, NotificationGroupSlug } from "./user.ts"

/** Which providers this site works with. */
export type Providers = Readonly<Record<LoginProvider, boolean>>

/** What the address says: codes of a try without a script, and what was done. */
export type LoginData = { codes: FailureCode[]; wasRestored: boolean; providers: Providers }
export type RegisterData = { codes: FailureCode[]; providers: Providers }
export type RestoreData = { codes: FailureCode[]; wasSent: boolean }
/** `token` is from the mail's link; null when the link has none. */
export type RestoreConfirmData = { codes: FailureCode[]; token: string | null }
export type VerifyEmailData = { code: FailureCode | null; wasSent: boolean }
export type CompleteData = { code: FailureCode | null }
export type UnsubscribeData = {
  group: NotificationGroupSlug
  /** What the mail's link carries; null when it is not whole. */
  link: { user: string; signature: string } | null
  code: FailureCode | null
  isDone: boolean
}
