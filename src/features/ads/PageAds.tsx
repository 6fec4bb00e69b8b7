import { useEffect, useState } from "react"
import { askGraphql } from "../../core/graphql-client.ts"
import { AdBlock } from "./AdBlock.tsx"
import { AD_FIELDS, type AdData } from "./operation.ts"

const OPERATION = {
  operationName: "getAds",
  query: `query getAds { buyAds { ...ad } gamingAds { ...ad } contentAd { ...ad } } ${AD_FIELDS}`,
}

type Answer = { buyAds: AdData[]; gamingAds: AdData[]; contentAd: AdData | null }
/** Lists and posts have the content banner, currencies those of where to buy them, card lists the gaming ones. */
export type PagePlacement = "content" | "buy" | "gaming"

function adsOf(answer: Answer | null, placement: PagePlacement): AdData[] {
  if (!answer) return []
  if (placement === "content") return answer.contentAd ? [answer.contentAd] : []
  return placement === "buy" ? answer.buyAds : answer.gamingAds
}

/**
 * The banners in the content of a page. Public pages are the same for everybody, so the browser asks for them, after the content
 * and below it: nothing that is read moves.
 */
export function PageAds({ placement }: { placement: PagePlacement }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    askGraphql<Answer>(OPERATION, { signal: stop.signal })
      .then(({ data }) => setAnswer(data))
      .catch(() => {
        // No advertisement is no loss.
      })
    return () => stop.abort()
  }, [])
  return adsOf(answer, placement).map((ad) => (
    <div key={ad.id} className="mt-8">
      <AdBlock ad={ad} logoSize={24} />
    </div>
  ))
}
