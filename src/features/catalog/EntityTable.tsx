import type { ReactNode } from "react"
import { SortHeader } from "../../ui/SortHeader.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import type { Sorting } from "./list-data.ts"

export type Column<Row> = {
  id: string
  label: string
  /** The sort key that its head sorts by. */
  sort?: string
  numeric?: boolean
  /** name: what the row is about, over the whole width on phones. desktop: not shown on phones. */
  role?: "name" | "desktop"
  /** A class with a width, where the content alone would take too much. */
  width?: string
  /** null: unknown. */
  cell(row: Row): ReactNode
}

export type EntityTableProps<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  caption: string
  sorting?: Sorting
}

/** Entities to compare: a table where there is room, cards on phones, where unknown values are left out. */
export function EntityTable<Row extends { slug: string }>({ rows, columns, caption, sorting }: EntityTableProps<Row>) {
  return (
    <table className="data-table" role="table">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} className={width} />
        ))}
      </colgroup>
      <thead>
        <tr role="row">
          {columns.map(({ id, label, sort, numeric }) => {
            const to = sort === undefined ? undefined : sorting?.links[sort]
            return to === undefined ? (
              <th key={id} scope="col" data-col={id} className={numeric ? "numeric" : undefined}>
                {label}
              </th>
            ) : (
              <SortHeader
                key={id}
                to={to}
                sorted={sorting?.sort === sort ? (sorting?.order ?? null) : null}
                numeric={numeric ?? false}
                column={id}
              >
                {label}
              </SortHeader>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.slug} role="row">
            {columns.map((column) => (
              <Cell key={column.id} column={column} content={column.cell(row)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column, content }: { column: Column<Row>; content: ReactNode }) {
  const isKnown = content !== null
  const classes = [
    column.numeric ? "numeric" : "",
    column.role === "name" ? "cell-wide" : "",
    !isKnown || column.role === "desktop" ? "cell-empty-phone" : "",
  ]
  return (
    <td
      role="cell"
      data-col={column.id}
      data-label={column.role === "name" ? undefined : column.label}
      className={classes.filter((name) => name !== "").join(" ") || undefined}
    >
      {isKnown ? content : <Unknown />}
    </td>
  )
}
