import { useEffect, useState } from "react"
import type { PersonState } from "../features/accounts/person.ts"
import { usePerson } from "../features/accounts/use-person.ts"
import { subscriptionOf } from "../features/billing/person-plan.ts"
import { promoOf } from "../features/billing/promo.ts"
import { currentPromo } from "../features/billing/promo-slug.ts"
import { type BannerInput, type BannerState, bannerOf } from "./banner.ts"
import { hasRoom, rememberRoom, setRoom } from "./banner-room.ts"

/** undefined: not known yet. */
type Known<Value> = Value | undefined

/** The promo that the visitor came with; null when there is none. */
function useKnownPromo(address: string): Known<BannerInput["promo"]> {
  const [promo, setPromo] = useState<Known<BannerInput["promo"]>>(undefined)
  useEffect(() => {
    let isGone = false
    const slug = currentPromo()
    void (slug === null ? Promise.resolve(null) : promoOf(slug)).then((found) => {
      if (!isGone) setPromo(found && { sale: found.sale, company: null })
    })
    return () => void (isGone = true)
  }, [address])
  return promo
}

function userOf(state: PersonState): BannerInput["user"] {
  if (state.kind !== "person") return null
  return { isEmailConfirmed: state.person.isEmailConfirmed, ...subscriptionOf(state.person) }
}

export type ShownBanner = {
  banner: BannerState
  /** Above the header where there is room; else over the end of the window until the next page, so that nothing moves. */
  place: "above" | "below"
}

/**
 * The banner of the page that is shown. `path` is without language prefix, `address` with its query: a new one is a new page, and the
 * room above the header is made or taken then.
 */
export function useBanner(path: string, address: string): ShownBanner | null {
  const person = usePerson()
  const promo = useKnownPromo(address)
  const isKnown = person.kind !== "unknown" && promo !== undefined
  const of = (page: string) => (isKnown ? bannerOf({ path: page, user: userOf(person), promo, now: new Date() }) : null)
  const banner = of(path)
  // A page that hides banners says nothing of the next one.
  const isElsewhere = of("/") !== null
  const [place, setPlace] = useState<ShownBanner["place"]>("above")
  const [shownAt, setShownAt] = useState<string | null>(null)
  const kind = banner?.kind ?? null

  useEffect(() => {
    if (!isKnown) return
    // The first answer finds the page as it was painted; with every page after it the room follows what is known.
    if (shownAt !== null && shownAt !== path) setRoom(kind !== null)
    setPlace(hasRoom() ? "above" : "below")
    setShownAt(path)
    rememberRoom(isElsewhere)
  }, [isKnown, path, kind, shownAt, isElsewhere])

  return banner && shownAt === path ? { banner, place } : null
}
