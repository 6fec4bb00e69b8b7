import type { KeyboardEvent, ReactNode } from "react"

export type Tab<Id extends string> = { id: Id; label: ReactNode }
export type TabsProps<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  active: Id
  onChange: (id: Id) => void
  panelId: string
}

/** A row of labelled tabs with one active, scrolled sideways where it does not fit (spec 2). Arrow keys, Home and End move. */
export function Tabs<Id extends string>({ label, tabs, active, onChange, panelId }: TabsProps<Id>) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex((tab) => tab.id === active)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const tab = next === undefined ? undefined : tabs[(next + tabs.length) % tabs.length]
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line" onKeyDown={move}>
      {tabs.map(({ id, label: text }) => (
        <button
          key={id}
          type="button"
          role="tab"
          data-tab={id}
          aria-selected={id === active}
          aria-controls={panelId}
          tabIndex={id === active ? 0 : -1}
          onClick={() => onChange(id)}
          className="whitespace-nowrap border-b-2 border-transparent px-4 py-2 text-muted hover:text-ink aria-selected:border-honey aria-selected:font-semibold aria-selected:text-ink"
        >
          {text}
        </button>
      ))}
    </div>
  )
}
