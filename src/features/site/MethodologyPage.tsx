import { useI18n } from "../../i18n/I18n.tsx"
import type { MethodologyData } from "./pages.server.ts"
import { TextSections } from "./TextSections.tsx"

export default function MethodologyPage({ data }: { data: MethodologyData }) {
  const { t } = useI18n()
  return (
    <article className="mx-auto max-w-3xl pt-8">
      <h1>{t("site:methodology.heading")}</h1>
      <p className="mt-3 text-lg text-muted">{t("site:methodology.intro")}</p>
      <TextSections sections={data.sections} />
    </article>
  )
}
