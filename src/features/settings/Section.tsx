import type { ReactNode } from "react"

/** A part of the settings: what it is about beside what can be done, above it on phones. */
export function Section({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text?: string
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t border-line py-8 desktop:grid-cols-[20rem_minmax(0,36rem)]"
    >
      <div>
        <h2 id={id}>{title}</h2>
        {text !== undefined && <p className="mt-1 text-[0.9375rem] text-muted">{text}</p>}
      </div>
      <div className="flex flex-col gap-6">{children}</div>
    </section>
  )
}

/** What became of a change, for the eye and for screen readers. */
export function Status({ text, isBad = false }: { text: string | null; isBad?: boolean }) {
  return (
    <p role="status" className={`text-[0.9375rem] empty:hidden ${isBad ? "text-bad" : "text-good"}`}>
      {text}
    </p>
  )
}
