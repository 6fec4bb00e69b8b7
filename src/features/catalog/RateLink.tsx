import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { RateView } from "./list-data.ts"

/** A rate that leads to the offer that pays it; with its category where the column does not say it. */
export function RateLink({ rate, withCategory = false }: { rate: RateView; withCategory?: boolean }) {
  return (
    <>
      <Link to={href("offer", { slug: rate.offerSlug })} className="font-medium hover:underline">
        {rate.text}
      </Link>
      {withCategory && <div className="text-xs text-muted">{rate.category}</div>}
    </>
  )
}
