// The commands for offers that are entered by hand: the source "manual", through the schema and the writer of the ingestion.
import { isDeepStrictEqual } from "node:util"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { applyCommissions } from "../affiliate/commands.server.ts"
import { bumpVersion } from "../ingest/commands.server.ts"
import type { NormalOffer } from "../ingest/normalise.ts"
import { protocolTerms } from "../ingest/protocol-terms.server.ts"
import { listKnownOffers } from "../ingest/queries.server.ts"
import { OPERATOR_PREFIX } from "../ingest/source.ts"
import { createWriter } from "../ingest/writer.server.ts"
import type { SourceOffer } from "../market/schema.ts"
import { EARLY_EXITS, OFFER_CATEGORIES, OFFER_STATUSES, PAYOUTS, PROVIDER_KINDS, RATE_KINDS } from "../market/words.ts"
import { type Command, commandName, type Field, invalid, type Outcome, optionOf, type Values } from "./command.ts"
import { outcome } from "./crud.server.ts"
import {
  type Cells,
  changedColumns,
  changedOffer,
  IDENTITY,
  newOffer,
  providerOf,
  touchesRate,
  unchangedOffer,
} from "./manual-offer.ts"
import { countText, cut, table } from "./print.ts"
import {
  findManualOffer,
  findOfferSource,
  findProviderName,
  listManualOffers,
  type ManualOffer,
} from "./queries.server.ts"

const text = (name: string, about: string, required = false): Field => ({ name, kind: "text", about, required })
const oneOf = (words: readonly string[]) => words.join(", ")

/** The columns of the manual files; all are read as those are. */
const FIELDS: readonly Field[] = [
  text("providerKind", oneOf(PROVIDER_KINDS), true),
  text("providerSlug", "the slug of the listed provider", true),
  text("category", oneOf(OFFER_CATEGORIES), true),
  text("symbols", 'what is deposited, separated by spaces: "USDC"', true),
  text("sourceUrl", "the page where a person sees the offer", true),
  text("checkedAt", "the day on which a person looked: 2026-12-01", true),
  text("ratePercent", "the yearly rate in percent: 4.5"),
  text("rateKind", `${oneOf(RATE_KINDS)}; needed with a rate`),
  text("compoundingPerYear", "how often a year an apr is paid into the deposit, which makes it an apy"),
  text("basePercent", "the part of the rate that is the provider's own"),
  text("rewardPercent", "the part of the rate that is paid as a reward"),
  text("label", 'what tells it from its siblings: "Flexible", "30 days"'),
  text("blockchain", "the chain's name; none for an exchange's own product"),
  text("status", `${oneOf(OFFER_STATUSES)}; without it, active`),
  text("rewardSymbols", "what is earned, separated by spaces"),
  text("tiers", 'the steps of the rate: "0-1000:10;1000-:1"'),
  text("lockDays", "how long it is locked; 0 = flexible"),
  text("noticeDays", "days of notice"),
  text("unbondDays", "days until it is free after notice"),
  text("processingHours", "hours of processing"),
  text("earlyExit", oneOf(EARLY_EXITS)),
  text("minAmount", "the least deposit"),
  text("maxAmount", "the largest deposit that earns"),
  text("baseRatePercent", "the rate that everybody gets"),
  text("maxRatePercent", "the rate at best"),
  text("maxRateCondition", "what has to be met for it"),
  text("payout", oneOf(PAYOUTS)),
  text("autoCompound", "yes or no: earnings are added to the deposit by themselves"),
  text("promoEndsAt", "until when the rate holds"),
  text("countriesAllowed", "country codes, separated by spaces"),
  text("countriesExcluded", "country codes, separated by spaces"),
  text("raw", "the source's own text of the rate"),
]
const EXTERNAL_ID = text(
  "externalId",
  `an id of its own, kept as "${OPERATOR_PREFIX}id"; without it, one is made of provider, category and currencies`,
)

const list: Command = {
  name: commandName("offer", "list"),
  about: 'Lists the offers that were entered by hand (source "manual")',
  words: [],
  fields: [],
  example: commandName("offer", "list"),
  async run(_input, { db }) {
    const offers = await listManualOffers(db)
    const rows = offers.map((offer) => [
      offer.slug,
      `${offer.provider.kind} ${offer.provider.slug}`,
      offer.category,
      offer.symbols.join(" "),
      cut(offer.label ?? "", 30),
      rateText(offer),
      offer.status,
      offer.published ? "" : "no",
      offer.rate.observedAt?.toISOString().slice(0, 10) ?? "",
      offer.commission,
    ])
    const head = [
      "slug",
      "provider",
      "category",
      "deposit",
      "label",
      "rate",
      "status",
      "published",
      "checked",
      "commission",
    ]
    return {
      text:
        offers.length === 0
          ? "There are no offers by hand."
          : `${table(head, rows, ["rate"])}\n\n${countText(offers.length, "offer")}.`,
      json: { offers: offers.map(shapeOf) },
    }
  },
}

const add: Command = {
  name: commandName("offer", "add"),
  about: 'Adds an offer by hand (source "manual")',
  words: [],
  fields: [...FIELDS, EXTERNAL_ID],
  example:
    "offer:add --provider-kind exchange --provider-slug kraken --category saving --symbols USDC --label Flexible --rate-percent 4.5 --rate-kind apy --source-url https://www.kraken.com/earn --checked-at 2026-11-20",
  async run({ values }, { db, now }) {
    const cells = cellsOf(values)
    const provider = providerOf(cells)
    return db.transaction(async (tx) => {
      const name = await findProviderName(tx, provider.kind, provider.slug)
      if (name === undefined) {
        throw invalid({ providerSlug: `names no listed ${provider.kind}: there is no "${provider.slug}"` })
      }
      const offer = newOffer(cells, { ...provider, name }, now)
      const before = await findManualOffer(tx, { externalId: offer.externalId })
      if (before) {
        return outcome(
          "exists",
          "offer",
          shapeOf(before),
          `There is such an offer already, "${before.slug}": nothing was changed. offer:change changes it; --external-id makes another one.`,
        )
      }
      const added = await write(tx, offer, now)
      return outcome("added", "offer", shapeOf(added), `Added the offer "${added.slug}": ${describe(added)}.`)
    })
  },
}

const change: Command = {
  name: commandName("offer", "change"),
  about: "Changes the given fields of an offer by hand",
  words: ["slug"],
  fields: FIELDS.filter(({ name }) => !IDENTITY.includes(name)).map(({ required: _required, ...field }) => field),
  example: "offer:change kraken-usdc-flexible --rate-percent 4.2 --rate-kind apy --checked-at 2026-12-01",
  async run({ words: [slug = ""], values }, { db, now }) {
    if (Object.keys(values).length === 0) {
      throw new AppError("bad_request", { message: `Say what to change: ${change.example}` })
    }
    const cells = cellsOf(values)
    return alter(db, slug, now, Object.keys(cells), (stored) => changedOffer(stored, cells, now), {
      done: "changed",
      nothing: "is so already",
      something: (changed) => `Changed ${changed.map((name) => optionOf(name).slice(2)).join(", ")} of`,
    })
  },
}

const end: Command = {
  name: commandName("offer", "end"),
  about: "Ends an offer by hand: it stays in the history and leaves the lists",
  words: ["slug"],
  fields: [],
  example: "offer:end kraken-usdc-flexible",
  run({ words: [slug = ""] }, { db, now }) {
    return alter(db, slug, now, ["status"], (stored) => unchangedOffer({ ...stored, status: "ended" }), {
      done: "ended",
      nothing: "is ended already",
      something: () => "Ended",
    })
  },
}

export const OFFER_COMMANDS: readonly Command[] = [list, add, change, end]

async function alter(
  db: Db,
  slug: string,
  now: Date,
  columns: readonly string[],
  make: (stored: SourceOffer) => NormalOffer,
  words: { done: "changed" | "ended"; nothing: string; something: (changed: readonly string[]) => string },
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const before = await findManualOffer(tx, { slug })
    if (!before) throw await notByHand(tx, slug)
    if (!before.externalId.startsWith(OPERATOR_PREFIX)) throw fromFiles(slug)
    const stored = storedOffer(before)
    const offer = make(stored)
    const same = unchangedOffer(stored)
    const changed = changedColumns(same, offer, columns)
    if (changed.length === 0) {
      return outcome("nothing", "offer", shapeOf(before), `Nothing to change: the offer "${slug}" ${words.nothing}.`)
    }
    const after = await write(tx, offer, now, touchesRate(changed) ? undefined : before)
    const said = `${words.something(changed)} the offer "${slug}": ${describe(after)}.`
    return outcome(words.done, "offer", shapeOf(after), said, changed)
  })
}

async function notByHand(tx: Tx, slug: string): Promise<AppError> {
  const source = await findOfferSource(tx, slug)
  return new AppError("not_found", {
    message:
      source === undefined
        ? `There is no offer "${slug}": nothing was changed. offer:list shows those by hand.`
        : `The offer "${slug}" comes from the source ${source}, which would change it back: entity:unpublish offer ${slug} hides it.`,
  })
}

function fromFiles(slug: string): AppError {
  return new AppError("not_found", {
    message: `The offer "${slug}" comes from the hand-verified files, which would change it back: change its row in the folder of MANUAL_DIR and run \`npm run ingest -- manual\`, or hide it with \`entity:unpublish offer ${slug}\`.`,
  })
}

/**
 * Writes as a run of the source does, in this transaction, and tells the readers. With `before` nobody looked at the rate anew: it,
 * its days and where it comes from stay as they are.
 */
async function write(tx: Tx, offer: NormalOffer, now: Date, before?: ManualOffer): Promise<ManualOffer> {
  const writer = createWriter({
    db: tx as unknown as Db,
    source: "manual",
    origin: before?.origin ?? "live",
    now,
    withRates: before === undefined,
  })
  await writer.offers([offer], await listKnownOffers(tx, "manual"), () => {})
  await applyCommissions(tx)
  await bumpVersion(tx, now)
  const written = await findManualOffer(tx, { externalId: offer.externalId })
  if (!written) throw new AppError("internal", { message: "The offer was not written: nothing was changed." })
  return written
}

/** What is stored in the form of a source's offer. Its rates are as they compare: APYs where the rhythm was known. */
function storedOffer({ rate, provider, ...row }: ManualOffer): SourceOffer {
  // Terms that the project knows of a protocol are not the offer's own.
  const lent = provider.kind === "protocol" && isDeepStrictEqual(row.terms, protocolTerms(provider.slug, row.symbols))
  return {
    externalId: row.externalId,
    category: row.category,
    provider,
    symbols: row.symbols,
    addresses: [],
    rewardSymbols: row.rewardSymbols,
    blockchain: row.blockchain,
    status: row.status,
    label: row.label,
    sourceUrl: row.sourceUrl,
    exposure: row.exposure,
    ilRisk: row.ilRisk,
    stablecoin: row.stablecoin,
    terms: lent ? [] : row.terms,
    rate: {
      percent: rate.apy,
      basePercent: rate.apyBase,
      rewardPercent: rate.apyReward,
      kind: rate.kind,
      compoundingPerYear: null,
      tvlUsd: rate.tvlUsd,
      observedAt: rate.observedAt?.toISOString() ?? null,
      raw: rate.raw,
    },
    history: [],
  }
}

function cellsOf(values: Values): Cells {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  )
}

/** What programs get of an offer. */
function shapeOf(offer: ManualOffer) {
  const { slug, externalId, category, provider, symbols, rewardSymbols, blockchain, label, status } = offer
  const { rate, published, commission, sourceUrl, terms } = offer
  return {
    slug,
    externalId,
    category,
    provider,
    symbols,
    /** Symbols that are no listed currency: the offer stands on no currency's page for them. */
    unlistedSymbols: symbols.filter((_, at) => (offer.currencyIds[at] ?? 0) === 0),
    rewardSymbols,
    blockchain,
    label,
    status,
    published,
    commission,
    sourceUrl,
    checkedAt: rate.observedAt?.toISOString().slice(0, 10) ?? null,
    rate: {
      percent: rate.apy,
      basePercent: rate.apyBase,
      rewardPercent: rate.apyReward,
      kind: rate.kind,
      raw: rate.raw,
    },
    terms,
  }
}

function rateText({ rate }: ManualOffer): string {
  if (rate.apy === null) return ""
  return `${rate.apy} %${rate.kind === "unknown" ? "" : ` ${rate.kind.toUpperCase()}`}`
}

function describe(offer: ManualOffer): string {
  const { unlistedSymbols } = shapeOf(offer)
  const parts = [`${offer.provider.name} ${offer.symbols.join(" ")}`, rateText(offer) || "no rate", offer.status]
  if (unlistedSymbols.length > 0) parts.push(`${unlistedSymbols.join(" ")} is no listed currency`)
  return parts.join(", ")
}
