// The commands for promos.
import { addPromo, changePromo, type Promo } from "../billing/commands.server.ts"
import { promoSchema } from "../billing/schema.ts"
import type { Command } from "./command.ts"
import {
  addCommand,
  changeCommand,
  endedAt,
  type Kept,
  listCommand,
  periodText,
  setCommand,
  stateOf,
} from "./crud.server.ts"
import { momentText } from "./print.ts"
import { listPromos } from "./queries.server.ts"

const promoKind: Kept<Promo, typeof promoSchema> = {
  noun: "promo",
  schema: promoSchema,
  fields: [
    { name: "promoCode", kind: "text", about: "the payment provider's coupon", required: true },
    {
      name: "sale",
      kind: "number",
      about: "the percentage of the price that the buyer pays, from 1 to 100",
      required: true,
    },
    { name: "company", kind: "text", about: "for whom it is" },
    { name: "startsAt", kind: "start", about: "from when on it holds; without it, at once" },
    { name: "endsAt", kind: "end", about: "until when it holds; without it, for good" },
    { name: "published", kind: "yesNo", about: "yes or no; without it, yes" },
  ],
  example: {
    add: "spring --promo-code SPRING26 --sale 80 --company Example --ends-at 2026-12-31",
    change: "spring --sale 75",
  },
  list: listPromos,
  add: addPromo,
  change: changePromo,
  cells: (promo, now) => ({
    slug: promo.slug,
    code: promo.promoCode,
    "pays %": String(promo.sale),
    state: stateOf(promo.published, promo.startsAt, promo.endsAt, now),
    from: momentText(promo.startsAt),
    to: momentText(promo.endsAt),
    company: promo.company ?? "",
  }),
  right: ["pays %"],
  describe: (promo, now) =>
    [
      `${promo.promoCode}, buyers pay ${promo.sale} % of the price`,
      stateOf(promo.published, promo.startsAt, promo.endsAt, now),
      periodText(momentText(promo.startsAt), momentText(promo.endsAt)),
    ]
      .filter((part) => part !== "")
      .join(", "),
}

export const PROMO_COMMANDS: readonly Command[] = [
  listCommand(promoKind),
  addCommand(promoKind),
  changeCommand(promoKind),
  setCommand(promoKind, { name: "end", done: "ended", about: "Ends a promo now" }, (promo, now) => {
    const endsAt = endedAt(promo.startsAt, promo.endsAt, now)
    return endsAt && { endsAt }
  }),
]
