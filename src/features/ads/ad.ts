// Which advertisement is shown, and in which words (spec 3). Pure.

export const AD_PLACEMENTS = ["buy", "content", "gaming", "search"] as const
export type AdPlacement = (typeof AD_PLACEMENTS)[number]

export type AdTranslation = { locale: string; link: string | null; linkText: string | null; description: string | null }

export type Ad = {
  id: number
  slug: string
  type: AdPlacement
  published: boolean
  logoUrl: string | null
  logoAlt: string | null
  bannerUrl: string | null
  bannerAlt: string | null
  link: string
  linkText: string
  description: string
  startDate: Date | null
  endDate: Date | null
  weight: number
  translations: AdTranslation[]
}

/** From its start on and before its end, when it is published and has a weight. */
export function runsAt(ad: Pick<Ad, "published" | "startDate" | "endDate" | "weight">, now: Date): boolean {
  if (!ad.published || ad.weight <= 0) return false
  return (ad.startDate === null || ad.startDate <= now) && (ad.endDate === null || now < ad.endDate)
}

/** One of the ads, each as often as its weight says. `random` is from 0 up to 1; undefined when there is none. */
export function chooseAd<Candidate extends Pick<Ad, "weight">>(
  ads: readonly Candidate[],
  random: number,
): Candidate | undefined {
  const total = ads.reduce((sum, ad) => sum + ad.weight, 0)
  let left = random * total
  for (const ad of ads) {
    left -= ad.weight
    if (left < 0) return ad
  }
  return ads.at(-1)
}

/** The texts in a language: field by field the translation's, else the base's (spec 3). An empty text counts as missing. */
export function adTexts(
  ad: Pick<Ad, "link" | "linkText" | "description"> & { translations: readonly AdTranslation[] },
  locale: string,
): { link: string; linkText: string; description: string } {
  const own = ad.translations.find((translation) => translation.locale === locale)
  return {
    link: own?.link || ad.link,
    linkText: own?.linkText || ad.linkText,
    description: own?.description || ad.description,
  }
}

/** Who sees which ads: none for plans without ads, the one of the search for free users only (spec 6). */
export function seesAds(placement: AdPlacement, viewer: { noAds: boolean; tariffCode: string }): boolean {
  return !viewer.noAds && (placement !== "search" || viewer.tariffCode === "free")
}
