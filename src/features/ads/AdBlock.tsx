import { useI18n } from "../../i18n/I18n.tsx"
import { adTexts } from "./ad.ts"
import type { AdData } from "./operation.ts"

/** An advertisement, labelled as one in every language. Logos are 24 px in banners and 40 px in the search (spec 9). */
export function AdBlock({ ad, logoSize }: { ad: AdData; logoSize: 24 | 40 }) {
  const { t, locale } = useI18n()
  const texts = adTexts(ad, locale)
  return (
    <aside aria-label={t("common:ad.label")} className="panel flex items-center gap-3 px-4 py-3 text-sm">
      {ad.logoUrl && (
        <img
          src={`/_next/image?url=${encodeURIComponent(ad.logoUrl)}&w=600&q=75`}
          alt={ad.logoAlt ?? ""}
          width={logoSize}
          height={logoSize}
          className="shrink-0 rounded object-contain"
        />
      )}
      <p className="min-w-0 flex-1">
        <span className="mr-2 rounded border border-line px-1.5 py-0.5 text-xs text-muted">{t("common:ad.label")}</span>
        {texts.description}{" "}
        <a href={texts.link} target="_blank" rel="sponsored noopener noreferrer nofollow" className="text-link">
          {texts.linkText}
          <span className="sr-only"> {t("common:opensInNewTab")}</span>
        </a>
      </p>
    </aside>
  )
}
