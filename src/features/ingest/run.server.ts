// One run of one source: fetch -> parse -> normalise -> guard -> write. Every step can be run again without doing it twice.
import { type Clock, HOUR_MS } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { AppError, messageOf } from "../../core/errors.ts"
import { applyCommissions } from "../affiliate/commands.server.ts"
import { bumpVersion, claimSource, finishRun } from "./commands.server.ts"
import { isFraction, judgeRate, statusWhenMissing } from "./guard.ts"
import { isStorable, type NormalOffer, normaliseOffers } from "./normalise.ts"
import { type KnownOffer, listKnownOffers } from "./queries.server.ts"
import {
  OPERATOR_PREFIX,
  type Dropped,
  type Source,
  type SourceBatch,
  type SourceHttp,
  type SourceId,
  type SourceSettings,
} from "./source.ts"
import { createWriter, stateOf } from "./writer.server.ts"

export type RunReport = {
  source: SourceId
  /** "held": the source gave a fraction of its rows; what came was taken in, the missing ones were kept. */
  outcome: "ok" | "held" | "failed"
  read: number
  added: number
  changed: number
  dropped: Record<string, number>
  /** Up to ten dropped rows, to look at. */
  examples: Dropped[]
  seconds: number
  error: string | null
}

export type RunDeps = {
  db: Db
  clock: Clock
  http: SourceHttp
  settings: SourceSettings
  /** Figures that the project carries along are "seed", fetched ones "live". */
  origin: "seed" | "live"
  /** true: everything but writing. */
  dry?: boolean
  progress?: (step: string) => void
}

/** Long enough for the slowest source with all its retries. */
const CLAIM_MS = HOUR_MS / 4

/**
 * Runs a source once. A source that fails gives a report with outcome "failed", so that it never stops another.
 * Throws AppError "source_running" when somebody else runs it now.
 */
export async function runSource(source: Source, deps: RunDeps): Promise<RunReport> {
  const startedAt = deps.clock()
  const started = performance.now()
  const report: RunReport = {
    source: source.id,
    outcome: "ok",
    read: 0,
    added: 0,
    changed: 0,
    dropped: {},
    examples: [],
    seconds: 0,
    error: null,
  }
  if (!deps.dry && !(await claimSource(deps.db, source.id, startedAt, CLAIM_MS))) {
    throw new AppError("source_running", {
      message: `The source ${source.id} is being run by another process: try again when it is done.`,
    })
  }
  try {
    const progress = deps.progress ?? (() => {})
    progress(`${source.id}: asking`)
    const answers = await source.fetch({ http: deps.http, settings: deps.settings, now: startedAt, progress })
    progress(`${source.id}: reading the answers`)
    const batch = source.parse(answers, deps.clock())
    await takeIn(source, batch, deps, report, progress)
  } catch (error) {
    report.outcome = "failed"
    report.error = messageOf(error)
  }
  report.seconds = (performance.now() - started) / 1000
  if (!deps.dry) {
    const { examples: _examples, ...run } = report
    await finishRun(deps.db, { ...run, startedAt }, deps.clock())
  }
  return report
}

async function takeIn(
  source: Source,
  batch: SourceBatch,
  deps: RunDeps,
  report: RunReport,
  progress: (step: string) => void,
): Promise<void> {
  const now = deps.clock()
  report.read = batch.read
  const drop = (dropped: Dropped) => {
    report.dropped[dropped.reason] = (report.dropped[dropped.reason] ?? 0) + 1
    if (report.examples.length < 10) report.examples.push(dropped)
  }
  batch.dropped.forEach(drop)
  const storable = <Facts extends { slug: string }>(facts: readonly Facts[]) =>
    facts.filter((entity) => {
      if (isStorable(entity)) return true
      drop({ reason: "malformed", key: entity.slug, detail: "a character that no text can hold" })
      return false
    })
  const entities = {
    ...batch,
    currencies: storable(batch.currencies),
    exchanges: storable(batch.exchanges),
    protocols: storable(batch.protocols),
    wallets: storable(batch.wallets),
    cards: storable(batch.cards),
  }
  const normal = normaliseOffers(batch.offers)
  normal.dropped.forEach(drop)

  const known = await listKnownOffers(deps.db, source.id)
  const accepted: NormalOffer[] = []
  const pending: { offerId: number; apy: number | null }[] = []
  for (const offer of normal.offers) {
    const verdict = judgeRate(
      {
        providerSlug: offer.offer.provider.slug,
        category: offer.offer.category,
        singleExposure: offer.offer.symbols.length === 1,
      },
      offer.apyPercent,
      knownRate(known.get(offer.externalId)),
      now,
    )
    if (verdict.accept) {
      accepted.push(offer)
      continue
    }
    drop({ reason: verdict.reason, key: offer.externalId, detail: verdict.detail })
    const id = known.get(offer.externalId)?.id
    if (id !== undefined && verdict.reason === "jump") pending.push({ offerId: id, apy: verdict.pendingApyPercent })
  }

  const listed = new Set([
    ...normal.offers.map((offer) => offer.externalId),
    ...batch.dropped.map((dropped) => dropped.key),
    ...normal.dropped.map((dropped) => dropped.key),
  ])
  const current = [...known.values()].filter((offer) => isCurrent(source.id, offer))
  const held = isFraction(current.length, normal.offers.length)
  if (held) report.outcome = "held"
  const missing = held || deps.origin === "seed" ? [] : leftTheSource(known, listed, now)

  for (const offer of accepted) {
    const before = known.get(offer.externalId)
    if (!before) report.added++
    else if (hasChanged(before, offer)) report.changed++
  }
  if (deps.dry) return

  const writer = createWriter({ db: deps.db, source: source.id, origin: deps.origin, now })
  await writer.entities(entities)
  await writer.offers(accepted, known, (done) => progress(`${source.id}: ${done} of ${accepted.length} offers written`))
  await writer.statuses(missing, pending)
  await applyCommissions(deps.db)
  await bumpVersion(deps.db, now)
}

function knownRate(known: KnownOffer | undefined) {
  return (
    known && {
      apyPercent: known.apyPercent,
      fetchedAt: known.fetchedAt,
      pendingApyPercent: known.pendingApyPercent,
      origin: known.origin,
    }
  )
}

function hasChanged(before: KnownOffer, now: NormalOffer): boolean {
  return (
    before.apyPercent !== now.apyPercent ||
    before.factsHash !== now.factsHash ||
    before.tvlUsd !== now.offer.rate.tvlUsd
  )
}

/**
 * Whether the source itself gave the offer until now. The operator's own offers never come from it, and the bundled hand-verified
 * rows are not what the operator's folder gave last: a folder with fewer rows than the demo data is no fraction of it.
 */
function isCurrent(source: SourceId, { externalId, status, missingSince, origin }: KnownOffer): boolean {
  if (status === "ended" || missingSince !== null || externalId.startsWith(OPERATOR_PREFIX)) return false
  return source !== "manual" || origin === "live"
}

/** Offers that the source no longer lists: paused at once, ended after three days; each change once. */
function leftTheSource(known: ReadonlyMap<string, KnownOffer>, listed: ReadonlySet<string>, now: Date) {
  return [...known.values()].flatMap((offer) => {
    if (offer.status === "ended" || listed.has(offer.externalId) || offer.externalId.startsWith(OPERATOR_PREFIX))
      return []
    const status = statusWhenMissing(offer.missingSince, now)
    return status === offer.status && offer.missingSince !== null
      ? []
      : [{ offerId: offer.id, from: offer.status, status, before: stateOf(offer) }]
  })
}
