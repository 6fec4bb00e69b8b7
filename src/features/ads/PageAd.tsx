import { useEffect, useState } from "react"
import { askGraphql } from "../../core/graphql-client.ts"
import { AdBlock } from "./AdBlock.tsx"
import { AD_FIELDS, type AdData } from "./operation.ts"
import { type PageAdData, pageAd, type PagePlacement } from "./page-ad.ts"

const OPERATION = {
  operationName: "getAds",
  query: `query getAds { buyAds { ...ad } gamingAds { ...ad } contentAd { ...ad } } ${AD_FIELDS}`,
}

/**
 * The banner of a page. Public pages are the same for everybody, so the browser asks for it, after the content and below it: nothing
 * that is read moves.
 */
export function PageAd({ placement }: { placement: PagePlacement }) {
  const [ad, setAd] = useState<AdData | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    askGraphql<PageAdData>(OPERATION, { signal: stop.signal })
      .then(({ data }) => setAd(data && pageAd(data, placement, Math.random())))
      .catch(() => {
        // No advertisement is no loss.
      })
    return () => stop.abort()
  }, [placement])
  return (
    ad && (
      <div className="mt-8">
        <AdBlock ad={ad} logoSize={24} />
      </div>
    )
  )
}
