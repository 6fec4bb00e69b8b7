import { Link } from "../../ui/navigation.tsx"
import type { AffiliateData } from "./affiliate-data.ts"
import { OwnPanel } from "./OwnPanel.tsx"

export default function AffiliatePage({ data }: { data: AffiliateData }) {
  return (
    <>
      <div className="max-w-3xl pb-8 pt-8">
        <h1>{data.heading}</h1>
        <p className="mt-3 text-lg text-muted">{data.lead}</p>
        <p className="mt-5 rounded-lg bg-honey-soft px-4 py-3">{data.state}</p>
      </div>
      <OwnPanel data={data} />
      <section aria-labelledby="roles">
        <h2 id="roles">{data.roles.heading}</h2>
        <ul className="mt-4 grid gap-4 desktop:grid-cols-3">
          {data.roles.items.map(({ id, title, text, share }) => (
            <li key={id} className="panel flex flex-col p-5">
              <h3>{title}</h3>
              <p className="mt-2 text-[0.9375rem] text-muted">{text}</p>
              <p className="mt-auto pt-4 font-semibold">{share}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="tracking" className="mt-12">
        <h2 id="tracking">{data.tracking.heading}</h2>
        <p className="mb-4 mt-2 max-w-3xl">{data.tracking.intro}</p>
        <div className="panel max-w-3xl">
          <Cookies {...data.tracking} />
        </div>
        <Points items={data.tracking.rules} />
      </section>
      <section aria-labelledby="unchanged" className="mt-12">
        <h2 id="unchanged">{data.unchanged.heading}</h2>
        <Points items={data.unchanged.items} />
        <p className="mt-3">
          <Link to={data.unchanged.link.to} className="text-link">
            {data.unchanged.link.label}
          </Link>
        </p>
      </section>
      <section aria-labelledby="asked" className="mt-12">
        <h2 id="asked">{data.asked.heading}</h2>
        <Points items={data.asked.items} />
      </section>
      <p className="mt-10">
        <Link to={data.contact.to} className="button">
          {data.contact.label}
        </Link>
      </p>
    </>
  )
}

function Points({ items }: { items: string[] }) {
  return (
    <ul className="mt-4 flex max-w-3xl list-disc flex-col gap-2 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

function Cookies({ heading, columns, rows }: AffiliateData["tracking"]) {
  return (
    <table className="data-table">
      <caption className="sr-only">{heading}</caption>
      <thead>
        <tr>
          {Object.entries(columns).map(([id, label]) => (
            <th key={id} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ link, cookie, role, kept }) => (
          <tr key={cookie}>
            <td data-label={columns.link}>
              <code>{link}</code>
            </td>
            <td data-label={columns.cookie}>
              <code>{cookie}</code>
            </td>
            <td data-label={columns.role}>{role}</td>
            <td data-label={columns.kept}>{kept}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
