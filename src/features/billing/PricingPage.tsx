import type { PlanValue, PricingData } from "./pricing-data.ts"

type Plan = PricingData["plans"][number]

export default function PricingPage({ data }: { data: PricingData }) {
  return (
    <>
      <div className="mx-auto max-w-3xl pb-6 pt-10 text-center">
        <h1 className="tablet:text-4xl">{data.heading}</h1>
        <p className="mt-3 text-lg text-muted">{data.lead}</p>
        <p className="mt-5 rounded-lg bg-honey-soft px-4 py-3">{data.state}</p>
      </div>
      <section id="plans" aria-label={data.caption}>
        <PlanTable data={data} />
        <ul className="grid gap-4 tablet:grid-cols-2 desktop:hidden">
          {data.plans.map((plan) => (
            <li key={plan.code} className="panel p-5 tablet:last:col-span-2">
              <PlanCard plan={plan} rows={data.rows} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="notes" className="mt-12 max-w-3xl">
        <h2 id="notes">{data.notes.heading}</h2>
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
          {data.notes.items.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Price({ price }: { price: Plan["price"] }) {
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-3xl font-bold tracking-tight tabular-nums">{price.amount}</span>
        {price.sale && (
          <span className="rounded-full bg-honey px-2.5 py-0.5 text-sm font-semibold text-on-honey">{price.sale}</span>
        )}
      </p>
      <p className="mt-1 text-sm text-muted">{price.yearly}</p>
      {price.monthly && <p className="text-sm text-muted">{price.monthly}</p>}
    </>
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

function PlanTable({ data }: { data: PricingData }) {
  const edge = "border-l border-line px-6"
  return (
    <div className="panel hidden overflow-hidden desktop:block">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{data.caption}</caption>
        <thead>
          <tr className="align-top">
            <td className="w-[28%] px-6" />
            {data.plans.map(({ code, name, description, price }) => (
              <th key={code} scope="col" className={`${edge} py-6 text-left font-normal`}>
                <span className="block text-xl font-bold">{name}</span>
                <span className="mt-1 block min-h-12 text-sm text-muted">{description}</span>
                <Price price={price} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map(({ id, label }, at) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="px-6 py-3 text-left text-[0.9375rem] font-medium">
                {label}
              </th>
              {data.plans.map(({ code, values }) => (
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

function PlanCard({ plan, rows }: { plan: Plan; rows: PricingData["rows"] }) {
  return (
    <>
      <h2>{plan.name}</h2>
      <p className="mt-1 text-sm text-muted">{plan.description}</p>
      <Price price={plan.price} />
      <dl className="mt-5 border-t border-line pt-2 text-[0.9375rem]">
        {rows.map(({ id, label }, at) => (
          <div key={id} className="flex items-baseline justify-between gap-4 py-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right">
              <Value value={plan.values[at] as PlanValue} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
