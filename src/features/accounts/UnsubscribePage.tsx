import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { UnsubscribeData } from "./account-data.ts"
import { AuthPanel, Notice } from "./AuthPanel.tsx"
import { failureText } from "./failures.ts"

const ACTION = "/api/unsubscribe"

/**
 * The page of a mail's unsubscribe link. It shows one button and a plain form: mail scanners that fetch the link change nothing, and
 * people need neither a login nor a script.
 */
export default function UnsubscribePage({ data }: { data: UnsubscribeData }) {
  const { t, locale } = useI18n()
  const { group, link, code, isDone } = data
  return (
    <AuthPanel heading={t(`account:unsubscribe.title.${group}`)}>
      {isDone ? (
        <p role="status">{t(`account:unsubscribe.done.${group}`)}</p>
      ) : code || !link ? (
        <Notice isBad>
          {code && code !== "token_invalid" ? t(failureText(code), { minutes: 0 }) : t("account:unsubscribe.broken")}
        </Notice>
      ) : (
        <form action={ACTION} method="post">
          <input type="hidden" name="locale" value={locale} />
          <input type="hidden" name="group" value={group} />
          <input type="hidden" name="user" value={link.user} />
          <input type="hidden" name="signature" value={link.signature} />
          <p>{t(`account:unsubscribe.text.${group}`)}</p>
          <p className="mt-5">
            <button type="submit" className="button button-main">
              {t("account:unsubscribe.submit")}
            </button>
          </p>
        </form>
      )}
      <p className="mt-6 border-t border-line pt-5 text-[0.9375rem] text-muted">
        {t("account:unsubscribe.more")}{" "}
        <Link to={href("settings")} className="text-link">
          {t("common:person.settings")}
        </Link>
      </p>
    </AuthPanel>
  )
}
