import { useI18n } from "../../i18n/I18n.tsx"
import type { SettingProps } from "./ChannelSettings.tsx"
import { Secret } from "./Secret.tsx"

/** The inbox as a feed, under an address that nobody can guess; taken back at any time. */
export function FeedSetting({ channels: { feed }, change }: SettingProps) {
  const { t } = useI18n()
  return (
    <>
      <p className="text-[0.9375rem] text-muted">{t("alerts:feed.text")}</p>
      {feed.url === null ? (
        <p>
          <button type="button" className="button" onClick={() => void change({ feed: true })}>
            {t("alerts:feed.make")}
          </button>
        </p>
      ) : (
        <>
          <Secret label={t("alerts:feed.address")} text={feed.url} />
          <p className="flex flex-wrap gap-2">
            <button type="button" className="button" onClick={() => void change({ feed: "new" })}>
              {t("alerts:feed.renew")}
            </button>
            <button type="button" className="button" onClick={() => void change({ feed: false })}>
              {t("alerts:feed.revoke")}
            </button>
          </p>
        </>
      )}
    </>
  )
}
