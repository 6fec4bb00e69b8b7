import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { EntityFacts, EntityHead, EntityOffers } from "./EntityPage.tsx"
import type { ProtocolPageData } from "./protocol-pages.server.ts"

export default function ProtocolPage({ data }: { data: ProtocolPageData }) {
  const { t } = useI18n()
  return (
    <>
      <EntityHead
        kind="protocol"
        slug={data.slug}
        name={data.name}
        detail={data.category}
        parent={{ label: t("common:nav.protocols"), to: href("protocols") }}
        about={data.about}
      />
      <EntityOffers offers={data.offers} />
      <EntityFacts facts={data.facts} />
    </>
  )
}
