import { type FormEvent, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { Field, inputProps } from "../../ui/Field.tsx"
import type { SettingProps } from "./ChannelSettings.tsx"
import { Secret } from "./Secret.tsx"

/** Messages as signed JSON to a server of one's own. */
export function WebhookSetting({ channels: { webhook }, change }: SettingProps) {
  const { t } = useI18n()
  const [url, setUrl] = useState(webhook.url ?? "")
  const isHttps = url.startsWith("https://") && URL.canParse(url)
  const [wasTried, setTried] = useState(false)
  const problem = wasTried && !isHttps ? t("alerts:webhook.problem") : null
  function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isHttps) void change({ webhookUrl: url })
  }
  return (
    <>
      <p className="text-[0.9375rem] text-muted">{t("alerts:webhook.text")}</p>
      <form noValidate onSubmit={save} className="flex flex-col gap-3">
        <Field id="webhook-url" label={t("alerts:webhook.url")} problem={problem}>
          <input
            {...inputProps("webhook-url", problem)}
            type="url"
            maxLength={2000}
            placeholder="https://example.org/alerts"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            className="field"
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <button type="submit" className="button">
            {t("alerts:form.save")}
          </button>
          {webhook.url !== null && (
            <button
              type="button"
              className="button"
              onClick={() => {
                setUrl("")
                setTried(false)
                void change({ webhookUrl: null })
              }}
            >
              {t("alerts:webhook.remove")}
            </button>
          )}
        </div>
      </form>
      {webhook.secret !== null && (
        <>
          <Secret label={t("alerts:webhook.secret")} text={webhook.secret} />
          <p>
            <button
              type="button"
              className="button px-3 text-sm"
              onClick={() => void change({ newWebhookSecret: true })}
            >
              {t("alerts:webhook.newSecret")}
            </button>
          </p>
          <p className="text-sm text-muted">{t("alerts:webhook.test")}</p>
        </>
      )}
    </>
  )
}
