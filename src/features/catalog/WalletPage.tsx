import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { EntityFacts, EntityHead, EntityOffers } from "./EntityPage.tsx"
import { ProviderCards } from "./ProviderCards.tsx"
import { Ratings } from "./Ratings.tsx"
import type { WalletPageData } from "./wallet-pages.server.ts"

export default function WalletPage({ data }: { data: WalletPageData }) {
  const { t } = useI18n()
  return (
    <>
      <EntityHead
        kind="wallet"
        slug={data.slug}
        name={data.name}
        detail={data.type}
        parent={{ label: t("common:nav.wallets"), to: href("wallets") }}
        about={data.about}
      />
      {data.promo && (
        <aside aria-label={t("catalog:promo.title")} className="panel mt-6 max-w-3xl bg-honey-soft p-5">
          <p className="font-semibold">{data.promo.text}</p>
          {data.promo.condition && (
            <p className="mt-1 text-sm text-muted">{t("catalog:promo.condition", { text: data.promo.condition })}</p>
          )}
        </aside>
      )}
      <Ratings ratings={data.ratings} />
      <EntityFacts facts={data.facts} />
      <EntityOffers offers={data.offers} />
      <ProviderCards cards={data.cards} name={data.name} />
    </>
  )
}
