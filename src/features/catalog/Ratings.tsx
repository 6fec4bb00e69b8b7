import { useI18n } from "../../i18n/I18n.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import type { RatingView } from "./detail-data.ts"
import { Section } from "./EntityPage.tsx"
import { RatingsNote } from "./RatingsNote.tsx"

/** Ratings with the facts that make them: what is known, and the points it gives. */
export function Ratings({ ratings }: { ratings: readonly RatingView[] }) {
  const { t } = useI18n()
  return (
    <Section id="ratings" title={t("catalog:ratings.title")}>
      <div className={`grid gap-4 ${ratings.length > 1 ? "desktop:grid-cols-3" : "max-w-xl"}`}>
        {ratings.map((rating) => (
          <Rating key={rating.title} rating={rating} />
        ))}
      </div>
      <p className="mt-3 text-sm text-muted">
        {t("catalog:ratings.start")} <RatingsNote />
      </p>
    </Section>
  )
}

function Rating({ rating }: { rating: RatingView }) {
  const { t } = useI18n()
  return (
    <div className="panel p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h3>{rating.title}</h3>
        {rating.text && <strong className="text-lg tabular-nums">{rating.text}</strong>}
      </div>
      {rating.rating !== null ? (
        <Bar filled={rating.rating} />
      ) : (
        <p className="mt-1 text-sm text-muted">{t("catalog:ratings.none")}</p>
      )}
      <dl className="mt-3 text-sm">
        {rating.facts.map(({ label, value, points }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 border-t border-line py-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-nowrap text-right">
              {value ?? <Unknown />}
              <span className="ml-2 inline-block w-7 font-medium tabular-nums">
                {points && <span className="sr-only">{t("catalog:ratings.pointsLabel")} </span>}
                {points}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Bar({ filled }: { filled: number }) {
  return (
    <div aria-hidden="true" className="mt-2 flex gap-1">
      {[1, 2, 3, 4, 5].map((step) => (
        <span key={step} className={`h-1.5 flex-1 rounded-full ${step <= filled ? "bg-honey" : "bg-line"}`} />
      ))}
    </div>
  )
}
