import type { PricingData } from "./plan-panel-data.ts"
import { PlanPanel } from "./PlanPanel.tsx"

export default function PricingPage({ data }: { data: PricingData }) {
  const { panel, notes } = data
  return (
    <>
      <section id="plans" aria-labelledby="plans-title">
        <div className="mx-auto max-w-3xl pb-6 pt-10 text-center">
          <h1 id="plans-title" className="tablet:text-4xl">
            {panel.title}
          </h1>
          <p className="mt-3 text-lg text-muted">{panel.description}</p>
        </div>
        <PlanPanel panel={panel} Heading="h2" />
      </section>
      <section aria-labelledby="notes" className="mt-12 max-w-3xl">
        <h2 id="notes">{notes.heading}</h2>
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
          {notes.items.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </>
  )
}
