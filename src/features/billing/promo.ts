// getPromo in the browser (spec 7): skipped without a slug, asked once per document, and a lookup that fails shows nothing (spec 8).
import { askGraphql } from "../../core/graphql-client.ts"

/** `sale` is the percentage of the price that the buyer pays (spec 9). */
export type Promo = { slug: string; promoCode: string; sale: number }

const QUERY = "query getPromo($slug: String!) { promo(slug: $slug) { promoCode sale } }"

/** The promo with a slug; null without a slug, when none runs by it, and when nobody answers. */
export async function askPromo(slug: string | null, ask: typeof fetch = fetch): Promise<Promo | null> {
  if (slug === null) return null
  try {
    const { data } = await askGraphql<{ promo: Omit<Promo, "slug"> | null }>(
      { operationName: "getPromo", query: QUERY, variables: { slug } },
      { endpoint: "/api/graphql", fetch: ask },
    )
    return data?.promo ? { slug, promoCode: data.promo.promoCode, sale: data.promo.sale } : null
  } catch {
    return null
  }
}

const asked = new Map<string, Promise<Promo | null>>()

/** The same, asked once per document, whoever shows it. */
export function promoOf(slug: string): Promise<Promo | null> {
  const known = asked.get(slug) ?? askPromo(slug)
  asked.set(slug, known)
  return known
}
