import { useI18n } from "../i18n/I18n.tsx"
import { Link } from "../ui/navigation.tsx"
import type { BannerState } from "./banner.ts"
import { useBanner } from "./use-banner.ts"

/** The banner above the header (spec 2). Public pages are the same for everybody, so the browser fills it in. */
export function Banner({ path, address }: { path: string; address: string }) {
  const { t } = useI18n()
  const shown = useBanner(path, address)
  return (
    <aside aria-label={t("common:banner.label")} className="banner-room">
      {shown && (
        <div
          data-banner-kind={shown.banner.kind}
          className={`flex items-center justify-center bg-honey-soft px-4 text-center text-sm text-ink ${shown.place === "above" ? "banner-above" : "banner-below"}`}
        >
          <Words banner={shown.banner} />
        </div>
      )}
    </aside>
  )
}

function Words({ banner }: { banner: BannerState }) {
  const { t, formats } = useI18n()
  const link = (text: string) => (
    <Link to={banner.to} className="text-link font-semibold">
      {text}
    </Link>
  )
  if (banner.kind === "confirmEmail")
    return (
      <p>
        {t("common:banner.confirm")} {link(t("common:banner.confirmLink"))}
      </p>
    )
  if (banner.kind === "renew")
    return (
      <p>
        {t("common:banner.renew")} {link(t("common:banner.renewLink"))}
      </p>
    )
  // spec 9: sale is the percentage of the price that the buyer pays.
  return (
    <p>
      {t("common:banner.promo", { percent: formats.number(100 - banner.sale) })} {link(t("common:banner.promoLink"))}
    </p>
  )
}
