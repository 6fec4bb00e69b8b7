import { useEffect, useState } from "react"
import { askGraphql } from "../../core/graphql-client.ts"
import { AdBlock } from "../ads/AdBlock.tsx"
import { AD_FIELDS, type AdData } from "../ads/operation.ts"

const OPERATION = { operationName: "getSearchAd", query: `query getSearchAd { searchAd { ...ad } } ${AD_FIELDS}` }

/** The block on top of the search's results, where one runs and the plan of the asking person has it (spec 2, 6). */
export function SearchAd() {
  const [ad, setAd] = useState<AdData | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    askGraphql<{ searchAd: AdData | null }>(OPERATION, { signal: stop.signal })
      .then(({ data }) => setAd(data?.searchAd ?? null))
      .catch(() => {
        // No advertisement is no loss.
      })
    return () => stop.abort()
  }, [])
  return ad && <AdBlock ad={ad} logoSize={40} />
}
