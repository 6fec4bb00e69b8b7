// What the operator may say about an advertisement (spec 3), and the limits of it.
import { z } from "zod"
import { LOCALE_CODES } from "../../i18n/locales.ts"
import { AD_PLACEMENTS } from "./ad.ts"

/** Controls, and the marks that turn the direction of the text around them, have no place in one line of text. */
const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, "has a control character")
/** No user and password in it, and written in ASCII, so that it can stand in a header as it is. */
const httpsUrl = z
  .string()
  .max(2000)
  .regex(/^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][\x21-\x7e]*)?$/i, "must be an address that begins with https://")
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
  linkText: text(80).nullable(),
  description: text(300).nullable(),
})

/** A whole advertisement; what is left out is empty, published, and chosen with weight 1. */
export const adSchema = z
  .object({
    slug: z
      .string()
      .max(120)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "may have small letters, digits and single hyphens between them only"),
    type: z.enum(AD_PLACEMENTS),
    published: z.boolean().default(true),
    logoUrl: picture.nullable().default(null),
    logoAlt: text(200).nullable().default(null),
    bannerUrl: picture.nullable().default(null),
    bannerAlt: text(200).nullable().default(null),
    link: httpsUrl,
    linkText: text(80),
    description: text(300),
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
