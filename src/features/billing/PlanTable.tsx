import type { PlanPanelData, PlanValue } from "./plan-panel-data.ts"

/** The comparison for large screens (spec 2): the eight rows, a column per plan. */
export function PlanTable({ panel }: { panel: PlanPanelData }) {
  const edge = "border-l border-line px-6"
  return (
    <div className="panel mt-8 hidden overflow-hidden desktop:block">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{panel.caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="w-[31%] px-6 py-4 text-left text-[0.9375rem] font-medium text-muted">
              {panel.featureLabel}
            </th>
            {panel.plans.map(({ code, name }) => (
              <th key={code} scope="col" className={`${edge} py-4 text-left text-lg font-bold`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {panel.rows.map(({ id, label }, at) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="px-6 py-3 text-left text-[0.9375rem] font-medium">
                {label}
              </th>
              {panel.plans.map(({ code, values }) => (
                <td key={code} className={`${edge} py-3`}>
                  <Value value={values[at] as PlanValue} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A sign for the eye and a word for a screen reader. */
function Value({ value }: { value: PlanValue }) {
  if (value.kind === "words") return <span className="font-semibold tabular-nums">{value.text}</span>
  return (
    <>
      <span aria-hidden="true" className={value.kind === "yes" ? "text-lg font-bold text-good" : "text-muted"}>
        {value.kind === "yes" ? "✓" : "–"}
      </span>
      <span className="sr-only">{value.text}</span>
    </>
  )
}
