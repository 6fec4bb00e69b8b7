import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Logo } from "../../ui/Logo.tsx"
import { Link } from "../../ui/navigation.tsx"
import type { CardLinkView } from "./detail-data.ts"
import { Section } from "./EntityPage.tsx"

/** The payment cards of an exchange or a wallet. */
export function ProviderCards({ cards, name }: { cards: readonly CardLinkView[]; name: string }) {
  const { t } = useI18n()
  return (
    <Section id="cards" title={t("catalog:providerCards.title")}>
      {cards.length === 0 ? (
        <p className="text-muted">
          {t("catalog:providerCards.none", { name })}{" "}
          <Link to={href("cards")} className="text-link">
            {t("catalog:providerCards.compare")}
          </Link>
        </p>
      ) : (
        <ul className="grid gap-4 tablet:grid-cols-2 desktop:grid-cols-3">
          {cards.map((card) => (
            <li key={card.slug} className="panel flex items-center gap-3 p-4">
              <Logo kind="card" slug={card.slug} size={32} />
              <div className="min-w-0">
                <Link to={href("card", { slug: card.slug })} className="font-semibold hover:underline">
                  {card.name}
                </Link>
                <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                  {[card.networks, card.cashback, card.status]
                    .filter((part) => part !== null && part !== "")
                    .map((part) => (
                      <span key={part}>{part}</span>
                    ))}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
