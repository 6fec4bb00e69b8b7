import { lazy, type MouseEvent, Suspense, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { AlertsData } from "./data.ts"

/** The form comes when somebody wants to join. */
const SignUpModal = lazy(() => import("../accounts/SignUpModal.tsx"))

export default function AlertsLandingPage({ data }: { data: AlertsData }) {
  const { t } = useI18n()
  const [wasOpened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  function open(event: MouseEvent) {
    event.preventDefault()
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <div className="max-w-3xl pb-8 pt-10 tablet:pt-14">
        <h1 className="tablet:text-4xl">{data.heading}</h1>
        <p className="mt-4 text-lg text-muted">{data.lead}</p>
        <p className="mt-6 flex flex-wrap gap-3">
          <Link to={href("alerts")} className="button button-main">
            {data.actions.setUp}
          </Link>
          <Link to={href("authRegister")} onClick={open} className="button person-out">
            {t("register:modal.title")}
          </Link>
          <Link to={href("pricing")} className="button">
            {data.actions.plans}
          </Link>
          <Link to={href("earn")} className="button">
            {data.actions.offers}
          </Link>
        </p>
      </div>
      {wasOpened && (
        <Suspense>
          <SignUpModal open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      <section aria-labelledby="kinds">
        <h2 id="kinds">{data.kinds.heading}</h2>
        <ul className="mt-4 grid gap-4 tablet:grid-cols-2 desktop:grid-cols-4">
          {data.kinds.items.map(({ id, title, text, plans }) => (
            <li key={id} className="panel flex flex-col p-5">
              <h3>{title}</h3>
              <p className="mt-2 text-[0.9375rem] text-muted">{text}</p>
              <p className="mt-auto pt-4 text-xs text-muted">
                <span className="rounded-full bg-raised px-2.5 py-1">{plans}</span>
              </p>
            </li>
          ))}
        </ul>
      </section>
      <div className="mt-12 grid gap-10 desktop:grid-cols-2">
        <section aria-labelledby="rules">
          <h2 id="rules">{data.rules.heading}</h2>
          <ul className="mt-4 flex list-disc flex-col gap-2 pl-5">
            {data.rules.items.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="limits">
          <h2 id="limits">{data.limits.heading}</h2>
          <p className="mb-4 mt-1 text-muted">{data.limits.intro}</p>
          <div className="panel">
            <Limits {...data.limits} />
          </div>
        </section>
      </div>
    </>
  )
}

/** Three short columns: they fit on a phone as they are. */
function Limits({ caption, columns, rows }: AlertsData["limits"]) {
  const cell = "border-t border-line px-4 py-2.5"
  return (
    <table className="w-full border-collapse text-[0.9375rem]">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="px-4 py-2.5 text-left font-medium">
            {columns.plan}
          </th>
          <th scope="col" className="numeric px-4 py-2.5 font-medium">
            {columns.alerts}
          </th>
          <th scope="col" className="numeric px-4 py-2.5 font-medium">
            {columns.messages}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ plan, alerts, messages }) => (
          <tr key={plan}>
            <th scope="row" className={`${cell} text-left font-semibold`}>
              {plan}
            </th>
            <td className={`${cell} numeric`}>{alerts}</td>
            <td className={`${cell} numeric`}>{messages}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
