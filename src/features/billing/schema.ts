// What the operator may say about a promo (spec 3, 9), and the limits of it.
import { z } from "zod"
import { lineText, slugText } from "../../core/given-values.ts"
import { TARIFF_PERIODS } from "./tariffs.ts"

/** A whole promo; what is left out is empty and published. */
export const promoSchema = z
  .object({
    slug: slugText,
    /** The payment provider's coupon. */
    promoCode: z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9_-]+$/, "may have letters, digits, _ and - only"),
    company: lineText(120).nullable().default(null),
    /** The percentage of the price that the buyer pays (spec 9). */
    sale: z
      .number()
      .min(1, "must be from 1 to 100")
      .max(100, "must be from 1 to 100")
      .refine((sale) => Math.abs(Math.round(sale * 100) - sale * 100) < 1e-6, "may have two decimals at most"),
    published: z.boolean().default(true),
    startsAt: z.date().nullable().default(null),
    endsAt: z.date().nullable().default(null),
  })
  .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || startsAt <= endsAt, {
    path: ["endsAt"],
    error: "is before the start",
  })
export type PromoInput = z.output<typeof promoSchema>

/** The longest comment of a survey: its reasons and what was written besides. */
export const MAX_COMMENT = 4000
const comment = z.string().trim().min(1).max(MAX_COMMENT)

/** POST /api/tariff/downgrade and /api/tariff/cancel (contract/rest). */
export const downgradeSchema = z.object({ comment, period: z.enum(TARIFF_PERIODS) })
export const cancelSchema = z.object({ comment })
export type DowngradeInput = z.output<typeof downgradeSchema>
export type CancelInput = z.output<typeof cancelSchema>
