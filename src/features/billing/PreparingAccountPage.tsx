import { useEffect, useState } from "react"
import { rememberPage } from "../accounts/come-back.ts"
import { askPerson } from "../accounts/person.ts"
import { personChanged } from "../accounts/use-person.ts"
import { useI18n } from "../../i18n/I18n.tsx"
import { localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import { Link, useNavigation } from "../../ui/navigation.tsx"
import { subscriptionOf } from "./person-plan.ts"
import { forgetWish, hasArrived, pauseBefore, readWish } from "./wait-for-plan.ts"

type Waiting = "waiting" | "arrived" | "late"

/** Where somebody waits after a payment: the plan comes with the provider's word alone. */
export default function PreparingAccountPage() {
  const { t } = useI18n()
  const { state, again } = useArrivalOfPlan()
  return (
    <div className="mx-auto max-w-xl pt-10 tablet:pt-16">
      <h1>{t("billing:preparing.heading")}</h1>
      <div className="person-in panel mt-6 px-5 py-6 tablet:px-8">
        <div role="status" className="min-h-24">
          {state === "waiting" && (
            <>
              <p className="flex items-center gap-3 font-medium">
                <span
                  aria-hidden="true"
                  className="size-5 shrink-0 animate-spin rounded-full border-2 border-line border-t-honey noscript:hidden"
                />
                {t("billing:preparing.waiting")}
              </p>
              <p className="mt-3 text-muted">{t("billing:preparing.waitingText")}</p>
            </>
          )}
          {state === "arrived" && <p className="font-medium">{t("billing:preparing.arrived")}</p>}
          {state === "late" && (
            <>
              <p className="font-medium">{t("billing:preparing.late")}</p>
              <p className="mt-3 text-muted">{t("billing:preparing.lateText")}</p>
            </>
          )}
        </div>
        <p className="mt-6 flex flex-wrap gap-3">
          {state === "late" && (
            <button type="button" className="button button-main" onClick={again}>
              {t("billing:preparing.again")}
            </button>
          )}
          <Link to={href("subscription")} className="button">
            {t("billing:preparing.toSubscription")}
          </Link>
          {state === "late" && (
            <Link to={href("contact")} className="button">
              {t("billing:error.contact")}
            </Link>
          )}
        </p>
      </div>
      <div className="person-out panel mt-6 px-5 py-6 tablet:px-8">
        <p>{t("billing:preparing.visitor")}</p>
        <p className="mt-5">
          <Link to={href("authLogin")} onClick={rememberPage} className="button button-main">
            {t("common:person.signIn")}
          </Link>
        </p>
      </div>
    </div>
  )
}

/** Asks the server with growing pauses, and leads on when the plan is there. A question that fails is one of them. */
function useArrivalOfPlan(): { state: Waiting; again: () => void } {
  const { locale } = useI18n()
  const { navigate } = useNavigation()
  const [state, setState] = useState<Waiting>("waiting")
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const wish = readWish()

    async function look(question: number): Promise<void> {
      const person = await askPerson().catch(() => null)
      if (isGone) return
      if (person?.kind === "visitor" || person?.kind === "blocked") return void personChanged()
      if (person?.kind === "person" && hasArrived(subscriptionOf(person.person), wish, new Date())) {
        setState("arrived")
        forgetWish()
        await personChanged()
        return navigate(localePath(locale, href("subscription", null, "paid=true")), { replace: true })
      }
      const pause = pauseBefore(question)
      if (pause === null) return setState("late")
      timer = setTimeout(() => void look(question + 1), pause)
    }

    void look(0)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [round, locale, navigate])

  return {
    state,
    again() {
      setState("waiting")
      setRound((last) => last + 1)
    },
  }
}
