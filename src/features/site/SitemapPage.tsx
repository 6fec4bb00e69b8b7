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
          <ul className={`mt-4 ${columnsOf(sections)}`}>
            {sections.map(({ entries, ...section }) => (
              <li key={section.to}>
                <Link to={section.to} className="font-semibold hover:underline">
                  {section.label}
                </Link>
                {section.note && <span className="ml-2 text-sm text-muted tabular-nums">{section.note}</span>}
                {entries.length > 0 && (
                  <ul
                    className={`mt-2 text-sm text-muted ${sections.length === 1 ? "gap-8 tablet:columns-2 desktop:columns-3" : ""}`}
                  >
                    {entries.map((entry) => (
                      <li key={entry.to} className="mb-1.5 break-inside-avoid">
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

/** One list takes the whole width; several stand side by side, as many as fill a row. */
function columnsOf(sections: SitemapData["groups"][number]["sections"]): string {
  if (sections.length === 1) return "block"
  if (sections.every(({ entries }) => entries.length === 0))
    return "grid gap-x-8 gap-y-2 tablet:grid-cols-2 desktop:grid-cols-3"
  return `grid gap-x-8 gap-y-7 tablet:grid-cols-2 ${sections.length % 4 === 0 ? "desktop:grid-cols-4" : "desktop:grid-cols-3"}`
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
