import { Link } from "../../ui/navigation.tsx"
import type { SitemapData, SitemapEntry } from "./data.ts"

export default function SitemapPage({ data }: { data: SitemapData }) {
  return (
    <>
      <div className="max-w-3xl pb-2 pt-8">
        <h1>{data.heading}</h1>
        <p className="mt-2 text-muted">{data.intro}</p>
      </div>
      {data.groups.map(({ id, heading, sections }) => (
        <section key={id} aria-labelledby={id} className="mt-8 border-t border-line pt-6">
          <h2 id={id}>{heading}</h2>
          <ul
            className={
              sections.some(({ entries }) => entries.length > 0)
                ? "mt-4 grid gap-x-8 gap-y-7 tablet:grid-cols-2 desktop:grid-cols-3"
                : "mt-4 grid gap-x-8 gap-y-2 tablet:grid-cols-2 desktop:grid-cols-3"
            }
          >
            {sections.map(({ entries, ...section }) => (
              <li key={section.to}>
                <Link to={section.to} className="font-semibold hover:underline">
                  {section.label}
                </Link>
                {section.note && <span className="ml-2 text-sm text-muted tabular-nums">{section.note}</span>}
                {entries.length > 0 && (
                  <ul className="mt-2 flex flex-col gap-1.5 text-sm text-muted">
                    {entries.map((entry) => (
                      <li key={entry.to}>
                        <Entry {...entry} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** An entry in another language is another document. */
function Entry({ label, to, lang }: SitemapEntry) {
  const look = "break-words hover:text-ink hover:underline"
  return lang ? (
    <a href={to} hrefLang={lang} lang={lang} className={look}>
      {label}
    </a>
  ) : (
    <Link to={to} className={look}>
      {label}
    </Link>
  )
}
