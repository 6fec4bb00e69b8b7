import { useEffect, useState } from "react"
import { type Promo, promoOf } from "./promo.ts"
import { currentPromo } from "./promo-slug.ts"

/** The promo that the visitor came with, once it is known; null until then and without one. */
export function usePromo(): Promo | null {
  const [promo, setPromo] = useState<Promo | null>(null)
  useEffect(() => {
    let isGone = false
    const slug = currentPromo()
    if (slug !== null) void promoOf(slug).then((found) => !isGone && setPromo(found))
    return () => void (isGone = true)
  }, [])
  return promo
}
