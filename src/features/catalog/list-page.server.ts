// Makes the page of a list from its rules, its texts and its rows: one way for currencies, exchanges, protocols, wallets and cards.
import { writeQuery } from "../../core/query.ts"
import type { Feature, MessageId } from "../../i18n/messages.ts"
import { href, type RouteName } from "../../routes.ts"
import type { Market } from "../market/model.ts"
import { definePage, type PageContext, type PageDefinition } from "../market/page.ts"
import type { Chip } from "../../ui/Chips.tsx"
import type { Option } from "../offers/list-data.ts"
import {
  chosenValues,
  type ListFilter,
  type ListQuery,
  type ListRules,
  listSpec,
  naturalOrder,
  PAGE_SIZE,
  selectThings,
} from "./list.ts"
import type { Field, ListData } from "./list-data.ts"

export type TextContext = Pick<PageContext<unknown>, "market" | "t" | "formats" | "locale" | "now">

export type ListPage<Thing, Row, More> = {
  route: Extract<RouteName, "cryptocurrencies" | "exchanges" | "protocols" | "wallets" | "cards">
  features: readonly Feature[]
  title: MessageId
  heading: MessageId
  description: MessageId
  rules: ListRules<Thing>
  things(market: Market): readonly Thing[]
  /** The words for a value of a filter. */
  valueLabel(filter: string, value: string, context: TextContext): string
  row(thing: Thing, context: TextContext): Row
  more(context: TextContext): More
}

export function listPage<Thing extends { slug: string }, Row, More>(page: ListPage<Thing, Row, More>): PageDefinition {
  const spec = listSpec(page.rules)
  const { sorts, filters } = page.rules
  return definePage<ListQuery, ListData<Row, More>>({
    features: page.features,
    query: spec,
    load(context) {
      const { market, query, t, formats } = context
      const things = page.things(market)
      const found = selectThings(things, page.rules, query)
      const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
      const at = Math.min(query.page ?? 1, pages)
      const skip = (at - 1) * PAGE_SIZE
      const shown = found.slice(skip, skip + PAGE_SIZE)
      const link = (change: Partial<ListQuery>) =>
        href(page.route, null, writeQuery(spec, { ...query, page: null, ...change } as ListQuery))
      const sort = query.sort ?? sorts.usual
      const order = query.order ?? naturalOrder(sorts, sort)
      return {
        status: 200,
        title: t(page.title),
        description: t(page.description),
        noindex: Object.values(query).some((value) => value !== null),
        data: {
          heading: t(page.heading),
          intro: t(page.description),
          path: href(page.route),
          search: query.search,
          kept: (["sort", "order"] as const).flatMap((name) => {
            const value = query[name]
            return value === null ? [] : [{ name, value }]
          }),
          fields: filters.map((filter) => fieldOf(filter, things, query, page, context)),
          chips: chipsOf(page, query, context, link),
          resetTo: href(page.route),
          total: { count: found.length, text: formats.number(found.length) },
          range: {
            from: formats.number(found.length === 0 ? 0 : skip + 1),
            to: formats.number(skip + shown.length),
          },
          sorting: {
            sort,
            order,
            links: Object.fromEntries(
              Object.keys(sorts.keys).map((key) => {
                const natural = naturalOrder(sorts, key)
                const next = key === sort ? (order === "asc" ? "desc" : "asc") : natural
                return [
                  key,
                  link({ sort: key === sorts.usual ? null : key, order: next === natural ? null : next }),
                ] as const
              }),
            ),
          },
          paging: {
            pages,
            previous: at > 1 ? link({ page: at === 2 ? null : at - 1 }) : null,
            next: at < pages ? link({ page: at + 1 }) : null,
            text: t("common:paging.pageOf", { page: formats.number(at), pages: formats.number(pages) }),
          },
          rows: shown.map((thing) => page.row(thing, context)),
          more: page.more(context),
        },
      }
    },
  }) as unknown as PageDefinition
}

function fieldOf<Thing, Row, More>(
  filter: ListFilter<Thing>,
  things: readonly Thing[],
  query: ListQuery,
  page: ListPage<Thing, Row, More>,
  context: TextContext,
): Field {
  const { name, kind } = filter
  const label = context.t(filter.label)
  if (kind === "flag") return { kind, name, label, checked: query[name] === true }
  const chosen = chosenValues(query, name)
  const values = new Set([...things.flatMap((thing) => filter.valuesOf(thing)), ...chosen])
  const options: Option[] = [...values]
    .map((value) => ({ value, label: page.valueLabel(name, value, context), chosen: chosen.includes(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, context.locale))
  return kind === "select" ? { kind, name, label, all: context.t(filter.all), options } : { kind, name, label, options }
}

function chipsOf<Thing, Row, More>(
  page: ListPage<Thing, Row, More>,
  query: ListQuery,
  context: TextContext,
  link: (change: Partial<ListQuery>) => string,
): Chip[] {
  const { t } = context
  const chips: Chip[] = []
  if (query.search)
    chips.push({
      id: "search",
      label: t("catalog:chip.search", { text: query.search }),
      removeTo: link({ search: null }),
    })
  for (const filter of page.rules.filters) {
    if (filter.kind === "flag") {
      if (query[filter.name] === true)
        chips.push({ id: filter.name, label: t(filter.label), removeTo: link({ [filter.name]: null }) })
      continue
    }
    const chosen = chosenValues(query, filter.name)
    for (const value of chosen) {
      const rest = chosen.filter((other) => other !== value)
      chips.push({
        id: `${filter.name}:${value}`,
        label: t("catalog:chip.value", {
          filter: t(filter.label),
          value: page.valueLabel(filter.name, value, context),
        }),
        removeTo: link({ [filter.name]: rest.length > 0 ? rest : null }),
      })
    }
  }
  return chips
}
