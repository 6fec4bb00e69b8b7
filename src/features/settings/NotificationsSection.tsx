import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { NOTIFICATION_GROUPS, type NotificationGroupSlug } from "../accounts/user.ts"
import { Section, Status } from "./Section.tsx"
import type { SectionProps } from "./SettingsPage.tsx"
import { useAction } from "./use-action.ts"

/** Which mails somebody wants. */
export function NotificationsSection({ settings, change }: SectionProps) {
  const { t } = useI18n()
  const action = useAction()
  const chosen = settings.notificationGroups
  const choose = (group: NotificationGroupSlug, isWanted: boolean) =>
    void action.run(() =>
      change({
        notificationGroups: NOTIFICATION_GROUPS.filter((it) => (it === group ? isWanted : chosen.includes(it))),
      }),
    )
  return (
    <Section id="notifications" title={t("account:notifications.title")} text={t("account:notifications.text")}>
      <ul className="flex flex-col gap-4">
        {NOTIFICATION_GROUPS.map((group) => (
          <li key={group}>
            <label className="flex items-start gap-3">
              <input
                type="checkbox"
                checked={chosen.includes(group)}
                onChange={(event) => choose(group, event.target.checked)}
                className="mt-0.5 size-5 shrink-0 accent-honey"
              />
              <span>
                <span className="font-semibold">{t(`common:notificationGroup.${group}`)}</span>
                <span className="block text-[0.9375rem] text-muted">{t(`account:notifications.${group}Text`)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p>
        <Link to={`${href("alerts")}#channels`} className="text-link">
          {t("account:notifications.channels")}
        </Link>
      </p>
      <Status text={action.status?.text ?? null} isBad={action.status?.isBad ?? false} />
    </Section>
  )
}
