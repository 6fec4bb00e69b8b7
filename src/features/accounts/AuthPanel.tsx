import { type ReactNode, useEffect, useRef } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"

/** The middle of a page that is one form. */
export function AuthPanel({ heading, intro, children }: { heading: string; intro?: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-lg pt-8 tablet:pt-12">
      <h1>{heading}</h1>
      {intro !== undefined && <p className="mt-2 text-muted">{intro}</p>}
      <div className="panel mt-6 px-5 py-6 tablet:px-8 tablet:py-8">{children}</div>
    </div>
  )
}

/** What went well, said where the form was; the focus goes there with it. */
export function Outcome({ heading, children }: { heading: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div role="status">
      <h2 ref={title} tabIndex={-1} className="outline-none">
        {heading}
      </h2>
      {children}
    </div>
  )
}

/** A line of news above a form. */
export function Notice({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return (
    <p role="status" className={`mb-5 rounded-lg px-4 py-3 ${isBad ? "border border-bad" : "bg-honey-soft"}`}>
      {children}
    </p>
  )
}

/** The word between the providers' buttons and the form. */
export function Divider({ text }: { text: string }) {
  return (
    <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {text}
    </p>
  )
}

/** The form for visitors; for somebody who is signed in, where to go instead. Known before the first paint. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  return (
    <>
      <div className="person-out">{children}</div>
      <div className="person-in">
        <p>{t("account:signedIn.already")}</p>
        <p className="mt-4 flex flex-wrap gap-3">
          <Link to={href("settings")} className="button button-main">
            {t("common:person.settings")}
          </Link>
          <Link to={href("earn")} className="button">
            {t("account:signedIn.offers")}
          </Link>
        </p>
      </div>
    </>
  )
}
