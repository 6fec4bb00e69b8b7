// What the operator may say about a partner, and the limits of it.
import { z } from "zod"
import { httpsUrl, lineText, slugText } from "../../core/given-values.ts"
import { PROVIDER_KINDS } from "../market/words.ts"

/** A whole partner; what is left out is empty, published, and pays no commission. */
export const partnerSchema = z
  .object({
    slug: slugText,
    name: lineText(120),
    /** Where /go/{slug} leads. */
    url: httpsUrl,
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
