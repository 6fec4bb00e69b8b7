import { useI18n } from "../../i18n/I18n.tsx"
import type { MethodologyData } from "./pages.server.ts"

export default function MethodologyPage({ data }: { data: MethodologyData }) {
  const { t } = useI18n()
  return (
    <article className="mx-auto max-w-3xl pt-8">
      <h1>{t("site:methodology.heading")}</h1>
      <p className="mt-3 text-lg text-muted">{t("site:methodology.intro")}</p>
      {data.sections.map(({ id, title, texts }) => (
        <section key={id} aria-labelledby={id} className="mt-8">
          <h2 id={id}>{title}</h2>
          {texts.map((text) => (
            <p key={text} className="mt-2">
              {text}
            </p>
          ))}
        </section>
      ))}
    </article>
  )
}
