// What the operator may say about an advertisement (spec 3), and the limits of it.
import { z } from "zod"
import { httpsUrl, lineText, slugText } from "../../core/given-values.ts"
import { LOCALE_CODES } from "../../i18n/locales.ts"
import { AD_PLACEMENTS } from "./ad.ts"

const picture = z.union(
  [
    httpsUrl,
    z
      .string()
      .max(2000)
      .regex(/^\/(?![/\\])[\x21-\x7e]*$/),
  ],
  {
    error: "must be an address that begins with https:// or a path of the site such as /ads/logo.svg",
  },
)

const adTranslationSchema = z.object({
  locale: z.enum(LOCALE_CODES),
  link: httpsUrl.nullable(),
  linkText: lineText(80).nullable(),
  description: lineText(300).nullable(),
})

/** A whole advertisement; what is left out is empty, published, and chosen with weight 1. */
export const adSchema = z
  .object({
    slug: slugText,
    type: z.enum(AD_PLACEMENTS),
    published: z.boolean().default(true),
    logoUrl: picture.nullable().default(null),
    logoAlt: lineText(200).nullable().default(null),
    bannerUrl: picture.nullable().default(null),
    bannerAlt: lineText(200).nullable().default(null),
    link: httpsUrl,
    linkText: lineText(80),
    description: lineText(300),
    startDate: z.date().nullable().default(null),
    endDate: z.date().nullable().default(null),
    weight: z.number().int("must be a whole number").min(0, "may not be under 0").max(1_000_000).default(1),
    translations: z.array(adTranslationSchema).default([]),
  })
  .refine(({ startDate, endDate }) => startDate === null || endDate === null || startDate <= endDate, {
    path: ["endDate"],
    error: "is before the start",
  })
export type AdInput = z.output<typeof adSchema>
