import { type ReactNode, useEffect } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { callApi } from "../accounts/api.ts"
import { FeedSetting } from "./FeedSetting.tsx"
import { OutcomeText, Part } from "./Notes.tsx"
import type { ChannelsState } from "./page-data.ts"
import { PushSetting } from "./PushSetting.tsx"
import { QuietSetting } from "./QuietSetting.tsx"
import { type Doing, useDoing } from "./use-doing.ts"
import { WebhookSetting } from "./WebhookSetting.tsx"

const PATH = "/api/alerts/channels"

export type SettingProps = {
  channels: ChannelsState
  doing: Doing
  /** Sends a change and shows what the server has then; true when it went well. */
  change: (change: object) => Promise<boolean>
  onChange: (channels: ChannelsState) => void
}

type Props = { channels: ChannelsState; onChange: (channels: ChannelsState) => void }

/** Where and when somebody is told. */
export function ChannelSettings(props: Props) {
  const { t } = useI18n()
  return (
    <Part id="channels" title={t("alerts:channels.title")} text={t("alerts:channels.text")}>
      <div className="grid grid-cols-1 gap-4 desktop:grid-cols-2">
        {PARTS.map(([id, Setting]) => (
          <Panel key={id} {...props} id={id} Setting={Setting} />
        ))}
      </div>
    </Part>
  )
}

const PARTS = [
  ["email", EmailSetting],
  ["telegram", TelegramSetting],
  ["webPush", PushSetting],
  ["times", QuietSetting],
  ["webhook", WebhookSetting],
  ["feed", FeedSetting],
] as const satisfies readonly (readonly [id: string, Setting: (props: SettingProps) => ReactNode])[]
type PartId = (typeof PARTS)[number][0]

function Panel(props: Props & { id: PartId; Setting: (props: SettingProps) => ReactNode }) {
  const { t } = useI18n()
  const { id, Setting, channels, onChange } = props
  const doing = useDoing()
  const change = async (changed: object) => {
    const answer = await doing.run<ChannelsState>(() => callApi("PATCH", PATH, changed))
    if (answer) onChange(answer.data)
    return answer !== undefined
  }
  return (
    <section aria-labelledby={`channel-${id}`} className="panel flex min-w-0 flex-col gap-3 p-5">
      <h3 id={`channel-${id}`}>{t(id === "times" ? "alerts:times.title" : `alerts:channel.${id}`)}</h3>
      <Setting channels={channels} doing={doing} change={change} onChange={onChange} />
      <OutcomeText outcome={doing.outcome} done={t("alerts:notice.changed")} />
    </section>
  )
}

function EmailSetting({ channels: { email } }: SettingProps) {
  const { t } = useI18n()
  const problem = !email.isConfirmed ? "unconfirmed" : email.isWanted ? null : "unwanted"
  return (
    <>
      <p className="break-all">{email.address}</p>
      {problem === null ? (
        <p className="text-[0.9375rem] text-muted">{t("alerts:email.text")}</p>
      ) : (
        <p className="text-[0.9375rem] text-warn">
          {t(`alerts:email.${problem}`)}{" "}
          <Link to={href("settings")} className="text-link">
            {t("common:person.settings")}
          </Link>
        </p>
      )}
    </>
  )
}

function TelegramSetting({ channels: { telegram }, change, onChange }: SettingProps) {
  const { t } = useI18n()
  useLookAgain(telegram.isAvailable && !telegram.isLinked, onChange)
  if (!telegram.isAvailable) return <p className="text-[0.9375rem] text-muted">{t("alerts:chat.unavailable")}</p>
  if (telegram.isLinked)
    return (
      <>
        <p className="text-[0.9375rem]">{t("alerts:chat.linked")}</p>
        <p>
          <button type="button" className="button" onClick={() => void change({ telegram: null })}>
            {t("alerts:chat.unlink")}
          </button>
        </p>
      </>
    )
  return (
    <>
      <p className="text-[0.9375rem] text-muted">{t("alerts:chat.text")}</p>
      {telegram.link !== null && (
        <p>
          <a href={telegram.link} target="_blank" rel="noopener noreferrer" className="button">
            {t("alerts:chat.link")}
            <span className="sr-only"> {t("common:opensInNewTab")}</span>
          </a>
        </p>
      )}
    </>
  )
}

/** Somebody who comes back from the chat finds it linked. */
function useLookAgain(isWaiting: boolean, onChange: (channels: ChannelsState) => void) {
  useEffect(() => {
    if (!isWaiting) return
    const look = async () => {
      if (document.visibilityState !== "visible") return
      const answer = await callApi("GET", PATH)
      if (answer.isOk) onChange(answer.data as ChannelsState)
    }
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [isWaiting, onChange])
}
