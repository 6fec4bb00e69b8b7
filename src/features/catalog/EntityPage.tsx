import type { ReactNode } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Breadcrumbs } from "../../ui/Breadcrumbs.tsx"
import { ExternalLink } from "../../ui/ExternalLink.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { Logo } from "../../ui/Logo.tsx"
import { Link } from "../../ui/navigation.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import { OfferTable } from "../offers/OfferTable.tsx"
import { StarPlace } from "../watchlist/Star.tsx"
import type { FactView, LinkView, OffersView } from "./detail-data.ts"

/** The head of a detail page: the way up, logo, name, what it is. */
export function EntityHead(props: {
  kind: "currency" | "exchange" | "protocol" | "wallet" | "card"
  slug: string
  name: string
  parent: { label: string; to: string }
  detail: string | null
  about: string
}) {
  return (
    <>
      <Breadcrumbs parents={[props.parent]} here={props.name} />
      <div className="mt-4 flex items-center gap-4">
        <Logo kind={props.kind} slug={props.slug} size={48} />
        <div className="min-w-0">
          <h1 className="break-words">{props.name}</h1>
          {props.detail && <p className="text-muted">{props.detail}</p>}
        </div>
        {props.kind === "currency" && <StarPlace item={`currency:${props.slug}`} name={props.name} />}
      </div>
      <p className="mt-5 max-w-3xl">{props.about}</p>
    </>
  )
}

/** A part of a detail page under its own heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function EntityFacts({ facts }: { facts: readonly FactView[] }) {
  const { t } = useI18n()
  return (
    <Section id="facts" title={t("catalog:facts.title")}>
      <div className="panel overflow-hidden px-5 pt-1">
        {/* The rules under the last row fall together with the edge of the panel. */}
        <div className="-mb-px">
          <Facts facts={facts.map(({ label, text, links = [] }) => ({ label, value: factValue(text, links) }))} />
        </div>
      </div>
    </Section>
  )
}

function factValue(text: string | null, links: readonly LinkView[]): ReactNode {
  if (text === null && links.length === 0) return <Unknown />
  return (
    <>
      {links.length > 0 && (
        <span className="flex flex-wrap gap-x-4">
          {links.map((link) => (
            <AnyLink key={link.to} link={link} />
          ))}
        </span>
      )}
      {text}
    </>
  )
}

function AnyLink({ link }: { link: LinkView }) {
  return link.external ? (
    <ExternalLink href={link.to}>{link.text}</ExternalLink>
  ) : (
    <Link to={link.to} className="text-link">
      {link.text}
    </Link>
  )
}

/** The best-ranked offers of an entity; in words when there is none. */
export function EntityOffers({ offers }: { offers: OffersView }) {
  const { t } = useI18n()
  return (
    <Section id="offers" title={offers.title}>
      {offers.rows.length > 0 ? (
        <>
          {offers.note && <p className="mb-2 text-sm text-muted">{offers.note}</p>}
          <div className="panel relative tablet:overflow-x-auto">
            <OfferTable rows={offers.rows} caption={offers.title} withAmount={false} />
          </div>
        </>
      ) : (
        <div className="panel p-6">
          <p className="max-w-2xl text-muted">{offers.none}</p>
          <p className="mt-4">
            <Link to={href("earn")} className="button">
              {t("catalog:offers.compare")}
            </Link>
          </p>
        </div>
      )}
      {offers.all && (
        <p className="mt-4">
          <Link to={offers.all.to} className="button">
            {offers.all.text}
          </Link>
        </p>
      )}
      {offers.hidden && (
        <p className="mt-3 text-sm text-muted">
          {offers.hidden.text}{" "}
          <Link to={offers.hidden.to} rel="nofollow" className="text-link">
            {t("catalog:offers.showHidden")}
          </Link>
        </p>
      )}
    </Section>
  )
}
