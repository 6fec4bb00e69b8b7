import { useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import type { Answer } from "../accounts/api.ts"
import { failureText } from "../accounts/failures.ts"

export type Action = {
  /** What became of the last one; null before the first. */
  status: { text: string; isBad: boolean } | null
  /** Does it and tells how it went. Gives whether it went well. */
  run: (ask: () => Promise<Answer>, done?: string) => Promise<boolean>
}

/** A change that a click makes, without a form. */
export function useAction(): Action {
  const { t } = useI18n()
  const [status, setStatus] = useState<Action["status"]>(null)
  return {
    status,
    async run(ask, done = t("account:saved")) {
      setStatus(null)
      const answer = await ask()
      const minutes = answer.isOk ? 0 : Math.ceil((answer.retryAfterSeconds ?? 0) / 60)
      setStatus(
        answer.isOk ? { text: done, isBad: false } : { text: t(failureText(answer.code), { minutes }), isBad: true },
      )
      return answer.isOk
    },
  }
}
