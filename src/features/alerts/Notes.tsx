import type { ReactNode } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { Failure } from "./failures.ts"
import type { Doing } from "./use-doing.ts"

/** Something to be noticed above what it is about. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div className="panel mb-4 flex flex-wrap items-center gap-3 border-l-4 border-l-honey px-4 py-3">{children}</div>
  )
}

/** Why something was refused, with the way to a plan that has it. */
export function FailureText({ failure }: { failure: Failure }) {
  const { t } = useI18n()
  return (
    <span className="text-bad">
      {t(failure.text)}{" "}
      {failure.needsPlan && (
        <Link to={href("pricing")} className="text-link">
          {t("alerts:seePlans")}
        </Link>
      )}
    </span>
  )
}

/** How a click went. Always there, so that what comes into it is spoken. */
export function OutcomeText({ outcome, done }: { outcome: Doing["outcome"]; done: string }) {
  return (
    <p role="status" className="text-[0.9375rem] empty:hidden">
      {outcome &&
        (outcome.failure ? <FailureText failure={outcome.failure} /> : <span className="text-good">{done}</span>)}
    </p>
  )
}

/** A part of the page with its heading. */
export function Part({ id, title, text, children }: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} tabIndex={-1} className="outline-none">
        {title}
      </h2>
      {text !== undefined && <p className="mt-1 max-w-3xl text-[0.9375rem] text-muted">{text}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
