import type { AdTranslation } from "./ad.ts"

/** The fragment of the contract. */
export const AD_FIELDS = `fragment ad on Advertisement { id slug type published logoUrl logoAlt bannerUrl bannerAlt link linkText description startDate endDate weight translations { locale link linkText description } }`

export type AdData = {
  id: string
  logoUrl: string | null
  logoAlt: string | null
  link: string
  linkText: string
  description: string
  weight: number
  translations: AdTranslation[]
}
