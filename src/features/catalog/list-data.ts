// What the pages of lists get.
import type { PagerProps } from "../../ui/Pager.tsx"
import type { Chip } from "../../ui/Chips.tsx"
import type { Option } from "../offers/list-data.ts"
import type { Direction } from "./list.ts"

export type Field =
  | { kind: "select"; name: string; label: string; all: string; options: Option[] }
  | { kind: "checks"; name: string; label: string; options: Option[] }
  | { kind: "flag"; name: string; label: string; checked: boolean }

export type Sorting = { sort: string; order: Direction; links: Record<string, string> }

export type ListData<Row, More = unknown> = {
  heading: string
  intro: string
  path: string
  search: string | null
  /** What the form keeps although it has no field for it. */
  kept: { name: string; value: string }[]
  fields: Field[]
  chips: Chip[]
  resetTo: string
  total: { count: number; text: string }
  range: { from: string; to: string }
  sorting: Sorting
  paging: PagerProps
  rows: Row[]
  more: More
}

/** A rate with the offer that pays it. */
export type RateView = { text: string; offerSlug: string; category: string }
