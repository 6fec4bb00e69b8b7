// Pages of words: legal texts, contact, developers, the human sitemap, the landing page of alerts.
import { flagCodec, type QuerySpec } from "../../core/query.ts"
import { href, type RouteName } from "../../routes.ts"
import { TARIFFS } from "../billing/tariffs.ts"
import { definePage, type PageDefinition } from "../market/page.ts"
import { CONTACT_LIMITS, CONTACT_SUBJECTS } from "./contact.ts"
import type { AlertsData, ContactData, LegalData } from "./data.ts"
import { developersPage } from "./developers.server.ts"
import { type LegalName, legalText, type SiteSettings } from "./legal.server.ts"
import { SITEMAP_PAGE } from "./sitemap.server.ts"

type Name = Extract<
  RouteName,
  "contact" | "developers" | "terms" | "privacy" | "disclaimer" | "sitemap" | "alertsLanding"
>

function legalPage(name: LegalName, settings: SiteSettings): PageDefinition {
  return definePage<Record<string, never>, LegalData>({
    features: [],
    query: {},
    load({ locale, t, formats }) {
      const { title, updated, html, headings } = legalText(name, locale, t, settings)
      return {
        status: 200,
        title: t("content:legal.title", { title }),
        description: t(`content:legal.${name}.description`),
        data: {
          path: href(name),
          title,
          updatedLabel: t("content:legal.updated"),
          day: updated,
          updated: formats.date(updated),
          contents: { label: t("content:contents"), headings },
          html,
        },
      }
    },
  })
}

type ContactQuery = { sent: true | null }
const CONTACT_QUERY: QuerySpec<ContactQuery> = { sent: flagCodec }

const CONTACT_PAGE = definePage<ContactQuery, ContactData>({
  features: [],
  query: CONTACT_QUERY,
  load({ query, t, formats }) {
    const min = formats.number(CONTACT_LIMITS.messageMin)
    const max = formats.number(CONTACT_LIMITS.messageMax)
    return {
      status: 200,
      title: t("content:contact.title"),
      description: t("content:contact.description"),
      noindex: query.sent !== null,
      data: {
        heading: t("content:contact.heading"),
        intro: t("content:contact.description"),
        hint: { text: t("content:contact.hint"), link: t("content:contact.hintLink"), to: href("methodology") },
        labels: {
          name: t("content:contact.name"),
          email: t("content:contact.email"),
          subject: t("content:contact.subject"),
          message: t("content:contact.message"),
          optional: t("content:contact.optional"),
          messageHint: t("content:contact.messageHint", { min, max }),
          submit: t("content:contact.submit"),
          busy: t("content:contact.busy"),
          honeypot: t("content:contact.honeypot"),
          choose: t("content:contact.choose"),
        },
        subjects: CONTACT_SUBJECTS.map((value) => ({ value, label: t(`content:contact.subject.${value}`) })),
        problems: {
          name_invalid: t("content:contact.problem.name", { max: formats.number(CONTACT_LIMITS.name) }),
          email_invalid: t("content:contact.problem.email"),
          subject_invalid: t("content:contact.problem.subject"),
          message_too_short: t("content:contact.problem.short", { min }),
          message_too_long: t("content:contact.problem.long", { max }),
        },
        failures: {
          too_many_requests: t("content:contact.failure.tooMany"),
          unavailable: t("content:contact.failure.unavailable"),
        },
        problemHeading: t("content:contact.problem.heading"),
        sent: {
          heading: t("content:contact.sent.heading"),
          text: t("content:contact.sent.text"),
          again: t("content:contact.sent.again"),
        },
        isSent: query.sent === true,
        refused: null,
      },
    }
  },
})

/** In the order of their use to most people. */
const ALERT_KINDS = [
  "rateThreshold",
  "rateMove",
  "bestOffer",
  "newOffer",
  "offerStatus",
  "promoEnds",
  "tvlDrop",
] as const
const ALERT_RULES = ["crossing", "digest", "source", "pause"] as const

const ALERTS_PAGE = definePage<Record<string, never>, AlertsData>({
  features: ["register"],
  query: {},
  load({ t, formats }) {
    return {
      status: 200,
      title: t("content:alerts.title"),
      description: t("content:alerts.description"),
      data: {
        heading: t("content:alerts.heading"),
        lead: t("content:alerts.lead"),
        kinds: {
          heading: t("content:alerts.kinds"),
          items: ALERT_KINDS.map((kind) => {
            const plans = TARIFFS.filter(({ alertTypes }) => alertTypes.includes(kind)).map(({ name }) => name)
            return {
              id: kind,
              title: t(`content:alert.${kind}.title`),
              text: t(`content:alert.${kind}.text`),
              plans: plans.length === TARIFFS.length ? t("content:alerts.allPlans") : plans.join(" · "),
            }
          }),
        },
        rules: {
          heading: t("content:alerts.rules"),
          items: ALERT_RULES.map((rule) => t(`content:alertRule.${rule}`)),
        },
        limits: {
          heading: t("content:alerts.limits"),
          intro: t("content:alerts.limitsIntro"),
          caption: t("content:alerts.limits"),
          columns: {
            plan: t("content:alerts.column.plan"),
            alerts: t("content:alerts.column.alerts"),
            messages: t("content:alerts.column.messages"),
          },
          rows: TARIFFS.map(({ name, alertCount, notificationCount }) => ({
            plan: name,
            alerts: formats.number(alertCount),
            messages: formats.number(notificationCount),
          })),
        },
        actions: {
          setUp: t("content:alerts.setUp"),
          plans: t("content:alerts.seePlans"),
          offers: t("content:alerts.seeOffers"),
        },
      },
    }
  },
})

/** The pages for a site with these settings. */
export function contentPages(settings: SiteSettings): Record<Name, PageDefinition> {
  return {
    contact: CONTACT_PAGE,
    developers: developersPage(settings),
    terms: legalPage("terms", settings),
    privacy: legalPage("privacy", settings),
    disclaimer: legalPage("disclaimer", settings),
    sitemap: SITEMAP_PAGE,
    alertsLanding: ALERTS_PAGE,
  }
}
