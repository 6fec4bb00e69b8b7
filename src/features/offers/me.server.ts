// GET /api/me/real-apy: the paid figures for the rows of a public page, which is the same for everybody and holds none.
import type { FastifyInstance, FastifyRequest } from "fastify"
import { AppError } from "../../core/errors.ts"
import { type QuerySpec, readQuery, slugsCodec, wordCodec } from "../../core/query.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from "../../i18n/locales.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import { type Caller, planRequired } from "./callers.server.ts"

type Query = { slugs: string[] | null; locale: Locale | null }
const QUERY: QuerySpec<Query> = { slugs: slugsCodec, locale: wordCodec(LOCALE_CODES) }

export type RealApyFigure = {
  /** Percent. */
  realApy: number | null
  paidSharePercent: number | null
  /** Finished texts in the language that was asked for. */
  realApyText: string | null
  paidShareText: string | null
}

/**
 * ?slugs=a,b (at most 50) and ?locale=de. Answers { data: { [slug]: RealApyFigure } }; what is no offer is left out. 401 for visitors,
 * 403 plan_required for who has not the plan.
 */
export function registerRealApy(
  app: FastifyInstance,
  { catalogue, callerOf }: { catalogue: Catalogue; callerOf: (request: FastifyRequest) => Promise<Caller> },
): void {
  app.get("/api/me/real-apy", async (request, reply) => {
    const { userId, entitlements } = await callerOf(request)
    if (userId === null) throw new AppError("unauthorized")
    if (!entitlements.realApyFigure) throw planRequired()
    const search = request.url.split("?")[1] ?? ""
    const { values, problems } = readQuery(QUERY, new URLSearchParams(search))
    const [first] = problems
    if (first) throw new AppError(first.code, { fields: { [first.name]: first.code } })
    const formats = formatsOf(values.locale ?? DEFAULT_LOCALE)
    const market = catalogue.market()
    const figures = (values.slugs ?? []).flatMap((slug): [string, RealApyFigure][] => {
      const offer = market.offerBySlug.get(slug)
      if (!offer) return []
      const { realApy, paidSharePercent } = offer
      const realApyText = realApy === null ? null : formats.percent(realApy)
      const paidShareText = paidSharePercent === null ? null : formats.number(paidSharePercent, 0)
      return [[slug, { realApy, paidSharePercent, realApyText, paidShareText }]]
    })
    return reply.header("cache-control", "private, no-store").send({ data: Object.fromEntries(figures) })
  })
}
