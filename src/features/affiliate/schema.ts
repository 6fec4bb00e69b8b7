// What the operator may say about a partner, and the limits of it.
import { z } from "zod"
import { PROVIDER_KINDS } from "../market/words.ts"

/** A whole partner; what is left out is empty, published, and pays no commission. */
export const partnerSchema = z
  .object({
    slug: z
      .string()
      .max(120)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "may have small letters, digits and single hyphens between them only"),
    name: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, "has a control character"),
    /** Where /go/{slug} leads: ASCII and without user and password, so that it can stand in a header as it is. */
    url: z
      .string()
      .max(2000)
      .regex(
        /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][\x21-\x7e]*)?$/i,
        "must be an address that begins with https://",
      ),
    providerKind: z.enum(PROVIDER_KINDS).nullable().default(null),
    providerSlug: z.string().min(1).max(120).nullable().default(null),
    pays: z.boolean().default(false),
    published: z.boolean().default(true),
  })
  .superRefine(({ providerKind, providerSlug }, context) => {
    if ((providerKind === null) === (providerSlug === null)) return
    const path = [providerKind === null ? "providerKind" : "providerSlug"]
    context.addIssue({ code: "custom", path, message: "is missing: a provider is a kind and a slug" })
  })
export type PartnerInput = z.output<typeof partnerSchema>
