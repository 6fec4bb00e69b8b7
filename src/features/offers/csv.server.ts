// GET /api/v1/offers.csv: the offers of a list as a table, written piece by piece.
import { Readable } from "node:stream"
import type { FastifyReply } from "fastify"
import { dayOf } from "../../core/clock.ts"
import { href } from "../../routes.ts"
import type { Offer } from "../market/model.ts"
import { type Cell, CSV_MARK, csvLine } from "./csv.ts"

const ROWS_AT_ONCE = 500

/** The columns in their order; where a number comes from and of when stands in the same row. */
const COLUMNS: readonly [head: string, cell: (offer: Offer, publicUrl: string) => Cell][] = [
  ["slug", (offer) => offer.slug],
  ["category", (offer) => offer.category],
  ["status", (offer) => offer.status],
  ["provider_kind", (offer) => offer.provider.kind],
  ["provider", (offer) => offer.provider.name],
  ["currencies", (offer) => offer.currencies.map(({ symbol }) => symbol).join(" ")],
  ["blockchain", (offer) => offer.blockchain],
  ["label", (offer) => offer.label],
  ["apy_percent", (offer) => offer.apy],
  ["apy_base_percent", (offer) => offer.apyBase],
  ["apy_reward_percent", (offer) => offer.apyReward],
  ["rate_kind", (offer) => offer.rateKind],
  ["real_apy_percent", (offer) => offer.realApy],
  ["real_apy_verdict", (offer) => offer.realApyVerdict],
  ["tvl_usd", (offer) => offer.tvlUsd],
  ["time_to_cash_hours", (offer) => offer.timeToCashHours],
  ["lock_days", (offer) => offer.terms[0]?.lockDays ?? null],
  ["min_amount", (offer) => offer.terms[0]?.minAmount ?? null],
  ["max_amount", (offer) => offer.terms[0]?.maxAmount ?? null],
  ["commission", (offer) => offer.commission],
  ["is_demo", (offer) => offer.origin === "seed"],
  ["source", (offer) => offer.source.id],
  ["source_url", (offer) => offer.source.url],
  ["as_of", (offer) => dayOf(offer.source.observedAt ?? offer.source.fetchedAt)],
  ["observed_at", (offer) => offer.source.observedAt?.toISOString() ?? null],
  ["fetched_at", (offer) => offer.source.fetchedAt.toISOString()],
  ["url", (offer, publicUrl) => publicUrl + href("offer", { slug: offer.slug })],
]

function* piecesOf(offers: readonly Offer[], publicUrl: string): Generator<string> {
  yield CSV_MARK + csvLine(COLUMNS.map(([head]) => head))
  for (let at = 0; at < offers.length; at += ROWS_AT_ONCE) {
    yield offers
      .slice(at, at + ROWS_AT_ONCE)
      .map((offer) => csvLine(COLUMNS.map(([, cell]) => cell(offer, publicUrl))))
      .join("")
  }
}

/** Answers with the table as a download. For callers whose plan has it: nobody may keep it for another. */
export function sendCsv(reply: FastifyReply, offers: readonly Offer[], publicUrl: string) {
  return reply
    .header("cache-control", "private, no-store")
    .header("vary", "cookie")
    .header("content-disposition", 'attachment; filename="apyary-offers.csv"')
    .type("text/csv; charset=utf-8")
    .send(Readable.from(piecesOf(offers, publicUrl)))
}
