// Which banner stands above the header (spec 2). One pure rule: the first state that applies.
import { isPaidPlanOver, type Subscription } from "../features/billing/subscription.ts"

export type BannerState =
  | { kind: "confirmEmail"; to: "/settings" }
  | { kind: "promo"; to: "/pricing"; sale: number; company: string | null }
  | { kind: "renew"; to: "/settings/subscription" }

export type BannerInput = {
  /** Path without language prefix. */
  path: string
  user: ({ isEmailConfirmed: boolean } & Subscription) | null
  promo: { sale: number; company: string | null } | null
  now: Date
}

/** Paths that contain one of these show no banner (spec 2; "verify_emai" is spelled as there, so that it covers both spellings). */
const HIDDEN_ON = ["/unsubscribe_news", "/unsubscribe_alerts", "/auth/verify_emai", "/alerts"] as const

/**
 * The banner for a page, or null for none. Priority: unconfirmed e-mail, then a promo, then a paid plan that ended. A plan that was cancelled or
 * changed is followed by another one at its end and asks for no renewal.
 */
export function bannerOf({ path, user, promo, now }: BannerInput): BannerState | null {
  if (HIDDEN_ON.some((part) => path.includes(part))) return null
  if (user && !user.isEmailConfirmed) return { kind: "confirmEmail", to: "/settings" }
  if (promo && path !== "/preparing-account") return { kind: "promo", to: "/pricing", ...promo }
  if (isPaidPlanOver(user, now)) return { kind: "renew", to: "/settings/subscription" }
  return null
}
