// What the settings say about the site itself, in the shape that its parts take.
import type { Config } from "../core/config.server.ts"
import type { SocialSettings } from "../features/accounts/social.server.ts"
import { type PaymentSettings, paymentSettings } from "../features/billing/providers/registry.server.ts"
import type { PopularSlugs } from "../features/search/operation.ts"
import { type CommunityLink, communityLinks, communityUrls } from "./community.server.ts"
import type { PageViewSettings } from "./page-views.ts"

export type SiteSettings = {
  /** The address people use, without a slash at the end. */
  publicUrl: string
  community: readonly CommunityLink[]
  popular: PopularSlugs
  pageViews: PageViewSettings
  /** Hosts that pictures may be fetched from. */
  imageHosts: readonly string[]
  operatorName: string | undefined
  operatorContact: string | undefined
  /** Who gets the messages of the contact form. */
  contactMailTo: string
  social: SocialSettings
  payments: PaymentSettings
}

export function siteSettings(config: Config): SiteSettings {
  return {
    publicUrl: config.PUBLIC_URL,
    community: communityLinks(communityUrls(config)),
    popular: { exchange: config.POPULAR_EXCHANGE, wallet: config.POPULAR_WALLET, protocol: config.POPULAR_PROTOCOL },
    pageViews: { endpoint: config.PAGE_VIEW_URL ?? null, host: new URL(config.PUBLIC_URL).host },
    imageHosts: config.IMAGE_HOSTS,
    operatorName: config.OPERATOR_NAME,
    operatorContact: config.OPERATOR_CONTACT,
    contactMailTo: config.CONTACT_MAIL_TO,
    social: socialSettings(config),
    payments: paymentSettings(config),
  }
}

/** A provider without both its id and its secret is not set up. */
function socialSettings(config: Config): SocialSettings {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET } = config
  return {
    google:
      GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
        ? { issuerUrl: config.GOOGLE_ISSUER_URL, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET }
        : null,
    facebook:
      FACEBOOK_CLIENT_ID && FACEBOOK_CLIENT_SECRET
        ? {
            authorizeUrl: config.FACEBOOK_AUTHORIZE_URL,
            tokenUrl: config.FACEBOOK_TOKEN_URL,
            profileUrl: config.FACEBOOK_PROFILE_URL,
            clientId: FACEBOOK_CLIENT_ID,
            clientSecret: FACEBOOK_CLIENT_SECRET,
          }
        : null,
  }
}
