import { useI18n } from "../../i18n/I18n.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import type { TermView } from "./detail-data.ts"

/** All that is known of how the offer can be taken and left; what is not known says so. */
export function OfferTerms({ terms }: { terms: readonly TermView[] }) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="terms" className="panel p-5">
      <h2 id="terms" className="mb-2">
        {t("offer:terms.title")}
      </h2>
      {terms.length === 0 && <p className="text-muted">{t("offer:terms.none")}</p>}
      {terms.map((term, at) => (
        <div key={at} className="mt-2">
          <Facts facts={term.facts.map(({ label, value }) => ({ label, value: value ?? <Unknown /> }))} />
          {term.condition && (
            <p className="mt-3 text-sm">
              <span className="text-muted">{t("offer:terms.condition")}</span> <span lang="en">{term.condition}</span>
            </p>
          )}
          {term.tiers.length > 0 && (
            <table className="mt-4 w-full max-w-md text-[0.9375rem]">
              <caption className="mb-1 text-left text-sm text-muted">{t("offer:tiers.title")}</caption>
              <thead className="sr-only">
                <tr>
                  <th scope="col">{t("offer:tiers.amount")}</th>
                  <th scope="col">{t("offer:history.rate")}</th>
                </tr>
              </thead>
              <tbody>
                {term.tiers.map((tier) => (
                  <tr key={tier.range} className="border-t border-line">
                    <th scope="row" className="py-2 text-left font-normal">
                      {tier.range}
                    </th>
                    <td className="numeric py-2 font-semibold">{tier.rate}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      ))}
    </section>
  )
}
