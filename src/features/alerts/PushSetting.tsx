import { useEffect, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { callApi } from "../accounts/api.ts"
import type { SettingProps } from "./ChannelSettings.tsx"
import type { ChannelsState } from "./page-data.ts"
import { type PushState, pushState, subscribe, unsubscribe } from "./push-browser.ts"

const PATH = "/api/alerts/channels/push"

/** Pushes to this browser. It asks for permission when somebody clicks, and only then. */
export function PushSetting({ channels, doing, onChange }: SettingProps) {
  const { t } = useI18n()
  const { publicKey, subscriptions } = channels.webPush
  const [state, setState] = useState<PushState | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => void pushState().then(setState, () => setState({ kind: "missing" })), [])

  const isOn = state?.kind === "on" && subscriptions.some(({ endpoint }) => endpoint === state.endpoint)
  const others = subscriptions.length - (isOn ? 1 : 0)

  async function send(path: string, body: object) {
    const answer = await doing.run<ChannelsState>(() => callApi("POST", path, body))
    if (answer) onChange(answer.data)
  }
  async function turnOn() {
    setFailed(false)
    try {
      const subscription = await subscribe(publicKey)
      if (subscription) await send(PATH, { endpoint: subscription.endpoint, keys: subscription.keys })
    } catch {
      setFailed(true)
    }
    setState(await pushState())
  }
  async function turnOff() {
    if (state?.kind !== "on") return
    await send(`${PATH}/end`, { endpoint: state.endpoint })
    await unsubscribe()
    setState(await pushState())
  }

  return (
    <>
      <p className="text-[0.9375rem] text-muted">
        {t(state?.kind === "missing" || state?.kind === "denied" ? `alerts:push.${state.kind}` : "alerts:push.text")}
      </p>
      {(isOn || state?.kind === "off" || state?.kind === "on") && (
        <p>
          <button type="button" className="button" onClick={() => void (isOn ? turnOff() : turnOn())}>
            {t(isOn ? "alerts:push.off" : "alerts:push.on")}
          </button>
        </p>
      )}
      {others > 0 && <p className="text-sm text-muted">{t("alerts:push.others", { count: others })}</p>}
      {hasFailed && (
        <p role="alert" className="text-[0.9375rem] text-bad">
          {t("alerts:push.failed")}
        </p>
      )}
    </>
  )
}
