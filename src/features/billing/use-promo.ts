import { useEffect, useState } from "react"
import { askPromo, type Promo } from "./promo.ts"
import { currentPromo } from "./promo-slug.ts"

const asked = new Map<string, Promise<Promo | null>>()

function askOnce(slug: string): Promise<Promo | null> {
  const known = asked.get(slug) ?? askPromo(slug)
  asked.set(slug, known)
  return known
}

/** The promo that the visitor came with, once it is known; null until then and without one. */
export function usePromo(): Promo | null {
  const [promo, setPromo] = useState<Promo | null>(null)
  useEffect(() => {
    let isGone = false
    const slug = currentPromo()
    if (slug !== null) void askOnce(slug).then((found) => !isGone && setPromo(found))
    return () => void (isGone = true)
  }, [])
  return promo
}
