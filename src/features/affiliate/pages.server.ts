// The affiliate program: its roles, how a recommendation is tracked, and what it never changes.
import { DAY_MS } from "../../core/clock.ts"
import { href } from "../../routes.ts"
import { definePage, type PageDefinition } from "../market/page.ts"
import type { AffiliateData } from "./affiliate-data.ts"
import { AFFILIATE_ROLES, COMMISSION_PERCENT } from "./roles.ts"
import { TOUCHES } from "./touch.ts"

const RULES = ["touch", "numbers", "delete"] as const
const UNCHANGED = ["order", "price", "figures"] as const
const ASKED = ["honest", "spam", "law"] as const

const AFFILIATE_PAGE = definePage<Record<string, never>, AffiliateData>({
  features: ["affiliate", "register"],
  query: {},
  load({ t, formats }) {
    return {
      status: 200,
      title: t("content:affiliate.title"),
      description: t("content:affiliate.description"),
      data: {
        heading: t("content:affiliate.heading"),
        lead: t("content:affiliate.lead"),
        state: t("affiliate:state"),
        own: {
          heading: t("affiliate:own.heading"),
          payout: t("affiliate:own.payout"),
          join: t("affiliate:join.heading"),
          joinText: t("affiliate:join.text"),
        },
        roles: {
          heading: t("content:affiliate.roles"),
          items: AFFILIATE_ROLES.map((role) => ({
            id: role,
            title: t(`content:affiliate.role.${role}.title`),
            text: t(`content:affiliate.role.${role}.text`),
            share: t("affiliate:share", { percent: formats.number(COMMISSION_PERCENT[role]) }),
          })),
        },
        tracking: {
          heading: t("content:affiliate.tracking"),
          intro: t("content:affiliate.trackingIntro"),
          columns: {
            link: t("content:affiliate.column.link"),
            cookie: t("content:affiliate.column.cookie"),
            role: t("content:affiliate.column.role"),
            kept: t("content:affiliate.column.kept"),
          },
          // From the rule itself, so that the page cannot say something else than the code does.
          rows: TOUCHES.map(({ name, maxAgeSeconds }) => {
            const days = Math.round((maxAgeSeconds * 1000) / DAY_MS)
            return {
              link: `?${name}=…`,
              cookie: name,
              role: t(`content:affiliate.cookie.${name}`),
              kept: t("content:affiliate.days", { count: days, text: formats.number(days) }),
            }
          }),
          rules: RULES.map((rule) => t(`content:affiliate.rule.${rule}`)),
        },
        unchanged: {
          heading: t("content:affiliate.unchanged"),
          items: UNCHANGED.map((what) => t(`content:affiliate.unchanged.${what}`)),
          link: { label: t("content:affiliate.orderLink"), to: href("methodology") },
        },
        asked: {
          heading: t("content:affiliate.rules"),
          items: ASKED.map((what) => t(`content:affiliate.ask.${what}`)),
        },
        contact: { label: t("content:affiliate.contact"), to: href("contact") },
      },
    }
  },
})

export const AFFILIATE_PAGES: Record<"affiliate", PageDefinition> = { affiliate: AFFILIATE_PAGE }
