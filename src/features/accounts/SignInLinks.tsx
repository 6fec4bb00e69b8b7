import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { rememberPage } from "./come-back.ts"

/** The two ways in, from a page that somebody comes back to. */
export function SignInLinks({ main, compact = false }: { main: "signIn" | "join"; compact?: boolean }) {
  const { t } = useI18n()
  const look = (name: typeof main) => `button ${main === name ? "button-main" : ""} ${compact ? "px-3" : ""}`
  return (
    <>
      <Link to={href("authLogin")} onClick={rememberPage} className={look("signIn")}>
        {t("common:person.signIn")}
      </Link>
      <Link to={href("authRegister")} onClick={rememberPage} className={look("join")}>
        {t("common:person.join")}
      </Link>
    </>
  )
}
