// Gate API v4, the public part (no key): fixed-term earning. https://www.gate.com/docs/developers/apiv4/en
// `year_rate` is a yearly FRACTION as text ("0.03" is 3 %); other calls of the same API use hourly fractions and percent.
import type { SourceOfferInput } from "../../market/schema.ts"
import type { OfferStatus } from "../../market/words.ts"
import type { FetchContext, Source, SourceBatch } from "../source.ts"
import {
  asRow,
  BatchBuilder,
  listOrThrow,
  Miss,
  rawOf,
  readAmount,
  readFraction,
  readNumber,
  readText,
  type Row,
  rowOrThrow,
  wrongShape,
} from "./rows.ts"

const HOST = "https://api.gateio.ws/api/v4"
const PAGE = "https://www.gate.com/simple-earn"
const PAGE_SIZE = 100
const MAX_PAGES = 30

export const gate: Source = {
  id: "gate",
  homepage: PAGE,
  intervalSeconds: 900,

  async fetch(context: FetchContext): Promise<unknown[]> {
    const { http } = context
    const pages: unknown[] = []
    for (let page = 1; page <= MAX_PAGES; page++) {
      context.progress(`gate: fixed term, page ${page}`)
      const answer = await http.getJson(`${HOST}/earn/fixed-term/product?page=${page}&limit=${PAGE_SIZE}`)
      pages.push(answer)
      const list = asRow(asRow(answer)?.data)?.list
      if (!Array.isArray(list) || list.length < PAGE_SIZE) break
    }
    return pages
  },

  parse(answers: unknown): SourceBatch {
    const rows = listOrThrow(answers, "pages as a list").flatMap(productsOf)
    const batch = new BatchBuilder()
    for (const [index, value] of rows.entries()) {
      const row = asRow(value)
      const id = readText(row?.id)
      batch.takeOffer(id === null ? `products[${index}]` : `fixed:${id}`, () =>
        row === null || id === null ? new Miss("malformed", "no id") : offerOf(row, id),
      )
    }
    return batch.done()
  },
}

function productsOf(answer: unknown): unknown[] {
  const envelope = rowOrThrow(answer, "gate fixed-term as {code, data}")
  if (envelope.code !== 0) {
    throw wrongShape(`gate fixed-term with code 0, not "${readText(envelope.message)?.slice(0, 100) ?? "?"}"`)
  }
  return listOrThrow(rowOrThrow(envelope.data, "gate fixed-term data").list, "gate fixed-term data.list")
}

function offerOf(row: Row, id: string): SourceOfferInput | Miss {
  const asset = readText(row.asset)
  if (asset === null) return new Miss("noCurrency", "no asset")
  const lockDays = readAmount(row.lock_up_period)
  const isVip = row.type === 2 || (readNumber(row.min_vip) ?? 0) > 0
  return {
    externalId: `fixed:${id}`,
    category: "saving",
    provider: { kind: "exchange", slug: "gate", name: "Gate" },
    symbols: [asset],
    blockchain: null,
    status: statusOf(row),
    label: [lockDays === null ? null : lockDays === 1 ? "1 day" : `${lockDays} days`, isVip ? "VIP" : null]
      .filter((part) => part !== null)
      .join(", "),
    sourceUrl: PAGE,
    exposure: "single",
    terms: [
      {
        lockDays,
        earlyExit: row.pre_redeem === 1 ? "allowed" : row.pre_redeem === 0 ? "none" : null,
        minAmount: readAmount(row.min_lend_amount),
        // 0 stands where no limit is set: nobody offers a deposit of at most nothing.
        maxAmount: readAmount(row.user_max_lend_amount) || null,
        eligibility: row.type === undefined && row.min_vip === undefined ? null : { vipOnly: isVip },
      },
    ],
    rate: { percent: readFraction(row.year_rate), kind: "apr", raw: rawOf(row, ["year_rate"]) },
  }
}

/** status: 1 not listed yet, 2 listed, 3 delisted; sale_status: 1 selling, 2 sold out. */
function statusOf(row: Row): OfferStatus {
  if (row.status === 3) return "ended"
  if (row.status !== 2) return "paused"
  return row.sale_status === 2 ? "soldOut" : "active"
}
