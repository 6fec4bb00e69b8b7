// The pages of accounts. They are the same for everybody: what belongs to a person is fetched by the browser.
import { type Codec, flagCodec } from "../../core/query.ts"
import type { MessageId } from "../../i18n/messages.ts"
import type { RouteName } from "../../routes.ts"
import { definePage, type PageContext, type PageDefinition, type PageResult } from "../market/page.ts"
import type {
  CompleteData,
  LoginData,
  Providers,
  RegisterData,
  RestoreConfirmData,
  RestoreData,
  UnsubscribeData,
  VerifyEmailData,
} from "./account-data.ts"
import { type FailureCode, failuresCodec } from "./failures.ts"
import type { NotificationGroupSlug } from "./user.ts"

type Name = Extract<
  RouteName,
  | "authLogin"
  | "authRegister"
  | "authRestore"
  | "authRestoreConfirm"
  | "authVerifyEmail"
  | "authComplete"
  | "unsubscribeNews"
  | "unsubscribeAlerts"
>

const FEATURES = ["account", "register"] as const

/** What a mail's link carries: random or signed letters, never looked at here. */
const secretCodec: Codec<string> = {
  read: (text) => (/^[\w.~+/=-]{1,200}$/.test(text) ? text : undefined),
  write: (text) => text,
}

/** No search engine lists these pages. */
function answer<Data>(
  { t }: Pick<PageContext<unknown>, "t">,
  title: MessageId,
  description: MessageId,
  data: Data,
): PageResult<Data> {
  return { status: 200, title: t(title), description: t(description), noindex: true, data }
}

type Failed = { error: FailureCode[] | null }
const failed = { error: failuresCodec }

const loginPage = (providers: Providers) =>
  definePage<Failed & { restored: true | null }, LoginData>({
    features: FEATURES,
    query: { ...failed, restored: flagCodec },
    load: (context) =>
      answer(context, "account:login.title", "account:login.description", {
        codes: context.query.error ?? [],
        wasRestored: context.query.restored === true,
        providers,
      }),
  })

const registerPage = (providers: Providers) =>
  definePage<Failed, RegisterData>({
    features: FEATURES,
    query: failed,
    load: (context) =>
      answer(context, "register:title", "register:description", { codes: context.query.error ?? [], providers }),
  })

const RESTORE = definePage<Failed & { sent: true | null }, RestoreData>({
  features: FEATURES,
  query: { ...failed, sent: flagCodec },
  load: (context) =>
    answer(context, "account:restore.title", "account:restore.description", {
      codes: context.query.error ?? [],
      wasSent: context.query.sent === true,
    }),
})

const RESTORE_CONFIRM = definePage<Failed & { token: string | null }, RestoreConfirmData>({
  features: FEATURES,
  query: { ...failed, token: secretCodec },
  load: (context) => ({
    ...answer(context, "account:newPassword.title", "account:newPassword.description", {
      codes: context.query.error ?? [],
      token: context.query.token,
    }),
    isPrivate: context.query.token !== null,
  }),
})

const VERIFY_EMAIL = definePage<Failed & { sent: true | null }, VerifyEmailData>({
  features: FEATURES,
  query: { ...failed, sent: flagCodec },
  load: (context) =>
    answer(context, "account:verify.title", "account:verify.description", {
      code: context.query.error?.[0] ?? null,
      wasSent: context.query.sent === true,
    }),
})

const COMPLETE = definePage<Failed, CompleteData>({
  features: FEATURES,
  query: failed,
  load: (context) =>
    answer(context, "account:complete.title", "account:complete.description", {
      code: context.query.error?.[0] ?? null,
    }),
})

type UnsubscribeQuery = Failed & { done: true | null; user: string | null; signature: string | null }

const unsubscribePage = (group: NotificationGroupSlug): PageDefinition =>
  definePage<UnsubscribeQuery, UnsubscribeData>({
    features: FEATURES,
    query: { ...failed, done: flagCodec, user: secretCodec, signature: secretCodec },
    load(context) {
      const { user, signature, error, done } = context.query
      const link = user !== null && signature !== null ? { user, signature } : null
      const texts = { news: "account:unsubscribe.title.news", alerts: "account:unsubscribe.title.alerts" } as const
      return {
        ...answer(context, texts[group], "account:unsubscribe.description", {
          group,
          link,
          code: error?.[0] ?? null,
          isDone: done === true,
        }),
        isPrivate: user !== null || signature !== null,
      }
    },
  })

/** The pages of a site that works with these providers. */
export const accountPages = (providers: Providers): Record<Name, PageDefinition> => ({
  authLogin: loginPage(providers),
  authRegister: registerPage(providers),
  authRestore: RESTORE,
  authRestoreConfirm: RESTORE_CONFIRM,
  authVerifyEmail: VERIFY_EMAIL,
  authComplete: COMPLETE,
  unsubscribeNews: unsubscribePage("news"),
  unsubscribeAlerts: unsubscribePage("alerts"),
})
