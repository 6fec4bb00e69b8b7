// What the page of a list of offers gets.
import type { Chip } from "../../ui/Chips.tsx"
import type { HiddenReason } from "../market/hidden.ts"
import type { OfferQuery, PageSortKey } from "./query.ts"
import type { OfferRowView } from "./view.ts"

export type Option = { value: string; label: string; chosen: boolean }

export type OfferListData = {
  list: "earn" | "savings" | "staking" | "lending" | "defi"
  heading: string
  intro: string
  path: string
  query: OfferQuery
  rows: OfferRowView[]
  total: { count: number; text: string }
  range: { from: string; to: string }
  hidden: { reason: HiddenReason; count: number; text: string; to: string }[]
  sort: PageSortKey
  order: "asc" | "desc"
  sortLinks: Record<PageSortKey, string>
  paging: Paging
  chips: Chip[]
  resetTo: string
  /** The list as a file, for those whose plan has it. */
  csvTo: string
  /** The form of alerts with the filters of the list. */
  alertTo: string
  presets: { id: string; to: string; active: boolean }[]
  options: Record<"currencies" | "blockchains" | "exchanges" | "protocols" | "wallets", Option[]>
}

export type Paging = { page: number; pages: number; previous: string | null; next: string | null; text: string }
