import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { EntityFacts, EntityHead, EntityOffers, Section } from "../catalog/EntityPage.tsx"
import type { CardPageData } from "./card-data.ts"

export default function CardPage({ data }: { data: CardPageData }) {
  const { t } = useI18n()
  return (
    <>
      <EntityHead
        kind="card"
        slug={data.slug}
        name={data.name}
        detail={data.detail}
        parent={{ label: t("common:nav.cards"), to: href("cards") }}
        about={data.about}
      />
      <EntityFacts facts={data.facts} />
      {data.offers ? (
        <EntityOffers offers={data.offers} />
      ) : (
        <Section id="offers" title={t("catalog:offers.title")}>
          <p className="text-muted">{t("cards:offers.noProvider")}</p>
        </Section>
      )}
    </>
  )
}
