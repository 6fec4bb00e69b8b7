import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { EntityFacts, EntityHead, EntityOffers, Section } from "./EntityPage.tsx"
import type { ExchangePageData } from "./exchange-pages.server.ts"
import { ProviderCards } from "./ProviderCards.tsx"
import { Ratings } from "./Ratings.tsx"

export default function ExchangePage({ data }: { data: ExchangePageData }) {
  const { t } = useI18n()
  return (
    <>
      <EntityHead
        kind="exchange"
        slug={data.slug}
        name={data.name}
        detail={data.kind}
        parent={{ label: t("common:nav.exchanges"), to: href("exchanges") }}
        about={data.about}
      />
      <EntityOffers offers={data.offers} />
      <EntityFacts facts={data.facts} />
      {data.rating ? (
        <Ratings ratings={[data.rating]} />
      ) : (
        <Section id="ratings" title={t("catalog:ratings.title")}>
          <p className="text-muted">{t("catalog:ratings.decentralized")}</p>
        </Section>
      )}
      <ProviderCards cards={data.cards} name={data.name} />
    </>
  )
}
