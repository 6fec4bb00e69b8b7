// The figures of Real APY for the rows that are shown. Pages are the same for everybody and hold none: the browser of somebody whose plan
// has them fetches them. Nobody else fetches anything, not even the code that does it.
import { useEffect, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { hasPaidPlan } from "../accounts/person.ts"
import { useSignedIn } from "../accounts/use-person.ts"
import type { RealApyFigure } from "./me.server.ts"
import type { OfferRowView } from "./view.ts"

/** By the offer's slug. */
export type Figures = Readonly<Record<string, RealApyFigure>>
export type FigureRows = readonly Pick<OfferRowView, "slug" | "realApyVerdict">[]

const NONE: Figures = {}

/** The figures that are known of these rows: none for visitors and the free plan, and none until they have come. Other rows ask anew. */
export function useFigures(rows: FigureRows): Figures {
  const { locale } = useI18n()
  const person = useSignedIn()
  const [figures, setFigures] = useState(NONE)
  const isEntitled = person !== null && hasPaidPlan(person)
  useEffect(() => {
    if (isEntitled)
      import("./ask-figures.ts")
        .then((engine) => engine.askFigures(rows, locale))
        .then((more) => setFigures((known) => ({ ...known, ...more })))
        .catch(() => {
          // The verdict in words stays.
        })
  }, [isEntitled, rows, locale])
  return isEntitled ? figures : NONE
}
