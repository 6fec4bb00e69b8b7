import type { ReactNode } from "react"

/** What ties an input to its label, hint and problem. */
export function inputProps(id: string, problem: string | null, hasHint = false) {
  const described = [hasHint ? `${id}-hint` : null, problem ? `${id}-problem` : null].filter((part) => part !== null)
  return {
    id,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
  }
}

/** A labelled field with its hint and, when there is one, its problem. */
export function Field(props: {
  id: string
  label: string
  note?: string
  hint?: string
  problem: string | null
  children: ReactNode
}) {
  const { id, label, note, hint, problem, children } = props
  return (
    <div className={problem ? "[&_:is(input,select,textarea)]:border-bad" : undefined}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label} {note && <span className="font-normal text-muted">{note}</span>}
      </label>
      {children}
      {problem && (
        <p id={`${id}-problem`} className="mt-1.5 text-sm text-bad">
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
