import type { Dispatch, MouseEvent } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import type { Draft, DraftAction } from "./draft.ts"
import type { ChannelsState } from "./page-data.ts"
import { FREQUENCIES, SENT_CHANNELS, type SentChannel } from "./words.ts"

/** Whether messages get through a channel as it is set up now; null for what everybody has. */
function isSetUp(channel: SentChannel, channels: ChannelsState): boolean {
  return {
    email: channels.email.isConfirmed && channels.email.isWanted,
    telegram: channels.telegram.isLinked,
    webPush: channels.webPush.subscriptions.length > 0,
    webhook: channels.webhook.url !== null,
  }[channel]
}

/** Within the page: the form keeps what was filled in, and the focus goes along. */
function showChannels(event: MouseEvent) {
  const heading = document.getElementById("channels")
  if (!heading) return
  event.preventDefault()
  heading.scrollIntoView()
  heading.focus({ preventScroll: true })
}

type Props = { draft: Draft; dispatch: Dispatch<DraftAction>; channels: ChannelsState | null }

/** Which ways the messages go, beside the inbox, and how often. */
export function WayFields({ draft, dispatch, channels }: Props) {
  const { t } = useI18n()
  const shown = SENT_CHANNELS.filter((channel) => channel !== "telegram" || channels?.telegram.isAvailable !== false)
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{t("alerts:form.channels")}</legend>
      <p className="mb-3 text-sm text-muted">{t("alerts:form.channelsHint")}</p>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        {shown.map((channel) => (
          <div key={channel}>
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={draft.channels.includes(channel)}
                onChange={(event) =>
                  dispatch({
                    type: "set",
                    change: {
                      channels: SENT_CHANNELS.filter((it) =>
                        it === channel ? event.target.checked : draft.channels.includes(it),
                      ),
                    },
                  })
                }
                className="size-5 accent-honey"
              />
              {t(`alerts:channel.${channel}`)}
            </label>
            {channels !== null && !isSetUp(channel, channels) && (
              <a href="#channels" onClick={showChannels} className="ml-7 text-sm text-link">
                {t("alerts:form.setUp")}
                <span className="sr-only">: {t(`alerts:channel.${channel}`)}</span>
              </a>
            )}
          </div>
        ))}
      </div>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        {FREQUENCIES.map((frequency) => (
          <label key={frequency} className="flex items-center gap-2">
            <input
              type="radio"
              name="frequency"
              value={frequency}
              checked={draft.frequency === frequency}
              onChange={() => dispatch({ type: "set", change: { frequency } })}
              className="size-5 accent-honey"
            />
            {t(`alerts:frequency.${frequency}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
