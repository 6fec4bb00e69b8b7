import { lazy, type MouseEvent, Suspense, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { rememberPage } from "../accounts/come-back.ts"
import type { AffiliateData } from "./affiliate-data.ts"
import { CopyField } from "../../ui/CopyField.tsx"
import { commissionRows, friendLink, type OwnReport } from "./own-report.ts"
import { useOwnReport } from "./use-own-report.ts"

/** The form comes when somebody wants to join. */
const SignUpModal = lazy(() => import("../accounts/SignUpModal.tsx"))

/** The way in for a visitor, and for the signed-in what came of their links. The HTML holds both, the styles show one of them. */
export function OwnPanel({ data }: { data: AffiliateData }) {
  return (
    <>
      <Join own={data.own} />
      <Own data={data} />
    </>
  )
}

function Join({ own }: Pick<AffiliateData, "own">) {
  const { t } = useI18n()
  const [wasOpened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  function open(event: MouseEvent) {
    // The page of its own is for those without a script, and for a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    rememberPage()
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <section aria-labelledby="join" className="person-out panel mb-12 max-w-3xl p-5 tablet:p-6">
        <h2 id="join">{own.join}</h2>
        <p className="mt-2">{own.joinText}</p>
        <p className="mt-5 flex flex-wrap gap-3">
          <Link to={href("authRegister")} onClick={open} className="button button-main">
            {t("common:person.join")}
          </Link>
          <Link to={href("authLogin")} onClick={rememberPage} className="button">
            {t("common:person.signIn")}
          </Link>
        </p>
      </section>
      {wasOpened && (
        <Suspense>
          <SignUpModal open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Own({ data }: { data: AffiliateData }) {
  const { t } = useI18n()
  const { state, reload } = useOwnReport()
  const report = state.kind === "ready" ? state.report : null
  const days = (cookie: string) => data.tracking.rows.find((row) => row.cookie === cookie)?.kept ?? ""
  const role = (id: string) => data.roles.items.find((one) => one.id === id)
  return (
    <section
      aria-labelledby="own"
      aria-busy={state.kind === "loading"}
      className="person-in panel mb-12 p-5 tablet:p-6"
    >
      <h2 id="own">{data.own.heading}</h2>
      {state.kind === "failed" ? (
        <p role="alert" className="mt-3">
          {t("affiliate:own.failed")}{" "}
          <button type="button" className="text-link" onClick={() => void reload()}>
            {t("affiliate:own.again")}
          </button>
        </p>
      ) : (
        <>
          <p role="status" className="sr-only">
            {report === null && t("affiliate:own.loading")}
          </p>
          <div className="mt-4 grid gap-5 desktop:grid-cols-2">
            <CopyField
              label={t("affiliate:own.link")}
              hint={t("affiliate:own.linkHint", {
                share: role(report?.role ?? "affiliate")?.share ?? "",
                days: days("aff"),
              })}
              text={report && report.link}
            />
            <CopyField
              label={t("affiliate:own.friendLink")}
              hint={t("affiliate:own.linkHint", { share: role("referral")?.share ?? "", days: days("rcid") })}
              text={report && friendLink(report.link)}
            />
          </div>
          <Numbers report={report} role={report && (role(report.role)?.title ?? report.role)} />
          <Commission report={report} />
          <p className="mt-4 text-sm text-muted">{data.own.payout}</p>
        </>
      )}
    </section>
  )
}

function Numbers({ report, role }: { report: OwnReport | null; role: string | null }) {
  const { t, formats } = useI18n()
  const number = (value: number | undefined) => (value === undefined ? null : formats.number(value))
  const facts = [
    ["code", t("affiliate:own.code"), report && report.affCode],
    ["role", t("affiliate:own.role"), role],
    ["clicks", t("affiliate:own.clicks"), number(report?.clicks)],
    ["signUps", t("affiliate:own.signUps"), number(report?.signUps)],
    ["orders", t("affiliate:own.orders"), number(report?.orders)],
    ["reversedOrders", t("affiliate:own.reversedOrders"), number(report?.reversedOrders)],
  ] as const
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 tablet:grid-cols-3 desktop:grid-cols-6">
      {facts.map(([id, label, text]) => (
        <div key={id} className="flex flex-col justify-between gap-1">
          <dt className="text-sm text-muted">{label}</dt>
          <dd data-own={id} className="flex min-h-7 items-center break-all text-lg font-semibold tabular-nums">
            {text ?? <span aria-hidden="true" className="block h-4 w-12 animate-pulse rounded bg-raised" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Room for the first row is kept: most have one currency. */
function Commission({ report }: { report: OwnReport | null }) {
  const { t, locale } = useI18n()
  const rows = report ? commissionRows(report, locale) : []
  const cell = "border-t border-line py-2.5"
  return (
    <table className="mt-6 w-full max-w-xl table-fixed border-collapse text-[0.9375rem]">
      <caption className="pb-2 text-left font-semibold">{t("affiliate:own.commission")}</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="py-2 text-left font-medium">
            {t("affiliate:own.currency")}
          </th>
          <th scope="col" className="numeric py-2 font-medium">
            {t("affiliate:own.earned")}
          </th>
          <th scope="col" className="numeric py-2 pl-3 font-medium">
            {t("affiliate:own.reversed")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ currency, amount, reversed }) => (
          <tr key={currency}>
            <th scope="row" className={`${cell} text-left font-normal`}>
              {currency}
            </th>
            <td className={`${cell} numeric font-semibold`}>{amount}</td>
            <td className={`${cell} numeric pl-3`}>{reversed ?? t("affiliate:own.nothing")}</td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={3} className={`${cell} text-muted`}>
              {report ? t("affiliate:own.none") : <span className="block h-[1lh]" />}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
