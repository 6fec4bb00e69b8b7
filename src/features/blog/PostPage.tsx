import { useI18n } from "../../i18n/I18n.tsx"
import { Breadcrumbs } from "../../ui/Breadcrumbs.tsx"
import { Link } from "../../ui/navigation.tsx"
import { ContentsAbove, ContentsBeside } from "./Contents.tsx"
import type { Neighbour, PostData } from "./data.ts"
import { RichText } from "./RichText.tsx"

export default function PostPage({ data }: { data: PostData }) {
  const { locale } = useI18n()
  const lang = data.englishNote ? "en" : undefined
  return (
    <div className="mx-auto max-w-[66rem]">
      <Breadcrumbs parents={[data.blog]} here={data.title} />
      {data.englishNote && (
        <p className="mt-6 rounded-lg bg-honey-soft px-4 py-3">
          {data.englishNote.text}{" "}
          <a href={data.englishNote.href} hrefLang="en" className="text-link">
            {data.englishNote.link}
          </a>
        </p>
      )}
      <div className="mt-6 desktop:grid desktop:grid-cols-[minmax(0,46rem)_16rem] desktop:justify-between desktop:gap-12">
        <article lang={lang}>
          <header className="mb-8">
            <h1 className="tablet:text-4xl">{data.title}</h1>
            <p className="mt-4 text-lg text-muted">{data.description}</p>
            <p className="mt-4 text-sm text-muted" lang={lang && locale}>
              {data.author} · <time dateTime={data.day}>{data.date}</time> · {data.reading}
            </p>
          </header>
          {data.contents && <ContentsAbove {...data.contents} path={data.path} />}
          <RichText html={data.html} />
        </article>
        {data.contents && <ContentsBeside {...data.contents} path={data.path} lang={lang} />}
      </div>
      <PostFooter data={data} />
    </div>
  )
}

function PostFooter({ data }: { data: PostData }) {
  const { previous, next, label } = data.neighbours
  return (
    <footer className="mt-12 max-w-[46rem] border-t border-line pt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav aria-label={data.tags.label}>
          <ul className="flex flex-wrap gap-2">
            {data.tags.links.map(({ id, label: name, to }) => (
              <li key={id}>
                <Link to={to} className="block rounded-full bg-raised px-3 py-1 text-sm text-muted hover:text-ink">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <a href={data.feed.href} className="text-sm text-link">
          {data.feed.label}
        </a>
      </div>
      {(previous || next) && (
        <nav aria-label={label} className="mt-6 grid gap-4 tablet:grid-cols-2">
          {previous ? <Other {...previous} /> : <span className="hidden tablet:block" />}
          {next && <Other {...next} isNext />}
        </nav>
      )}
    </footer>
  )
}

function Other({ label, title, to, isNext }: Neighbour & { isNext?: boolean }) {
  return (
    <Link to={to} className={`panel block p-4 hover:border-honey ${isNext ? "tablet:text-right" : ""}`}>
      <span className="block text-sm text-muted">{label}</span>
      <span className="mt-1 block font-semibold">{title}</span>
    </Link>
  )
}
