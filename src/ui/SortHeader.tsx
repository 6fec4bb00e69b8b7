import type { ReactNode } from "react"
import { Link } from "./navigation.tsx"

export type SortHeaderProps = {
  /** Where the list is sorted by this column, or turned round when it is already. */
  to: string
  /** The direction when the list is sorted by this column now, else null. */
  sorted: "asc" | "desc" | null
  numeric?: boolean
  column?: string
  children: ReactNode
}

/** The head of a column that can be sorted by: a link, so that it works without JavaScript. */
export function SortHeader({ to, sorted, numeric, column, children }: SortHeaderProps) {
  const direction = sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"
  return (
    <th scope="col" aria-sort={direction} data-col={column} className={numeric ? "numeric" : undefined}>
      <Link
        to={to}
        keepScroll
        rel="nofollow"
        className={`inline-flex items-center gap-1 hover:text-ink ${numeric ? "flex-row-reverse" : ""} ${sorted ? "text-ink" : ""}`}
      >
        <span>{children}</span>
        <span aria-hidden="true" className={`w-2 ${sorted ? "" : "opacity-0"}`}>
          {sorted === "asc" ? "↑" : "↓"}
        </span>
      </Link>
    </th>
  )
}
