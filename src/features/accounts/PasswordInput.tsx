import { type InputHTMLAttributes, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"

export type PasswordInputProps = InputHTMLAttributes<HTMLInputElement> & {
  /** A script is there that can show what is typed. */
  canShow: boolean
}

/** A password that can be looked at while it is typed. */
export function PasswordInput({ canShow, ...props }: PasswordInputProps) {
  const { t } = useI18n()
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <input
        {...props}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="field pr-24"
        onFocus={(event) => {
          // The space that a refused registration leaves must not become a part of the next password.
          if (event.currentTarget.value === " ") event.currentTarget.value = ""
        }}
      />
      {canShow && (
        <button
          type="button"
          aria-pressed={isShown}
          aria-controls={props.id}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-1 right-1 min-w-10 rounded-md px-2.5 text-sm text-link hover:bg-raised"
        >
          {isShown ? t("register:password.hide") : t("register:password.show")}
          <span className="sr-only"> {t("register:form.password")}</span>
        </button>
      )}
    </div>
  )
}
