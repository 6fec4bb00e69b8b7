import type { ReactNode } from "react"

export type Fact = { label: string; value: ReactNode }

/** A list of facts: what it is, and what is known of it. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 tablet:grid-cols-2 desktop:grid-cols-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-col gap-0.5 border-b border-line py-2.5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
