import { useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { Popup } from "../../ui/Popup.tsx"
import { rememberPage } from "./come-back.ts"
import { Registered, SignUp } from "./SignUp.tsx"

export type SignUpModalProps = { open: boolean; onClose: () => void; onSuccess?: (email: string) => void }

/** The sign-up in a popup (spec 2): title, the providers, the divider, the form with its join button, a link to the login. */
export default function SignUpModal({ open, onClose, onSuccess }: SignUpModalProps) {
  const { t } = useI18n()
  const [email, setEmail] = useState<string | null>(null)
  return (
    <Popup open={open} onClose={onClose} title={t("register:modal.title")}>
      <div className="mx-auto max-w-lg pb-8 pt-2">
        {email !== null ? (
          <Registered email={email} />
        ) : (
          <>
            <SignUp
              onSuccess={(known) => {
                setEmail(known)
                onSuccess?.(known)
              }}
            />
            <p className="mt-6 border-t border-line pt-5 text-[0.9375rem]">
              {t("register:haveAccount")}{" "}
              <Link to={href("authLogin")} onClick={rememberPage} className="text-link">
                {t("common:person.signIn")}
              </Link>
            </p>
          </>
        )}
      </div>
    </Popup>
  )
}
