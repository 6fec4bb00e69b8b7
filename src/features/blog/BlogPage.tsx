import { DEFAULT_LOCALE, localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { BlogData, PostCard } from "./data.ts"

export default function BlogPage({ data }: { data: BlogData }) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pb-5 pt-8">
        <div className="max-w-3xl">
          <h1>{data.heading}</h1>
          <p className="mt-2 text-muted">{data.intro}</p>
        </div>
        <a href={data.feed.href} className="text-sm text-link">
          {data.feed.label}
        </a>
      </div>
      <nav aria-label={data.tags.label} className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {data.tags.links.map(({ id, label, to, active }) => (
            <li key={id}>
              <Link
                to={to}
                keepScroll
                aria-current={active ? "true" : undefined}
                className="block whitespace-nowrap rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm hover:bg-raised aria-[current]:border-honey aria-[current]:bg-honey-soft aria-[current]:font-semibold"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {data.posts.length > 0 ? (
        <Posts posts={data.posts} Heading="h2" />
      ) : (
        <p className="panel px-6 py-10 text-center text-muted">{data.none}</p>
      )}
      {data.english && (
        <section aria-labelledby="english" className="mt-12">
          <h2 id="english">{data.english.heading}</h2>
          <p className="mb-5 mt-1 text-muted">{data.english.intro}</p>
          <Posts posts={data.english.posts} Heading="h3" isEnglish />
        </section>
      )}
    </>
  )
}

function Posts(props: { posts: PostCard[]; Heading: "h2" | "h3"; isEnglish?: boolean }) {
  const { Heading, isEnglish } = props
  const lang = isEnglish ? "en" : undefined
  return (
    <ul className="grid gap-4 tablet:grid-cols-2 desktop:grid-cols-3">
      {props.posts.map((post) => (
        <li key={post.slug} className="panel relative flex flex-col p-5 hover:border-honey">
          <p className="text-sm text-muted">
            <time dateTime={post.day}>{post.date}</time> · {post.reading}
          </p>
          <Heading className="mt-2 text-lg font-semibold leading-snug" lang={lang}>
            {isEnglish ? (
              // Another language is another document.
              <a
                href={localePath(DEFAULT_LOCALE, href("post", { slug: post.slug }))}
                hrefLang="en"
                className="after:absolute after:inset-0 after:rounded-xl hover:underline"
              >
                {post.title}
              </a>
            ) : (
              <Link
                to={href("post", { slug: post.slug })}
                className="after:absolute after:inset-0 after:rounded-xl hover:underline"
              >
                {post.title}
              </Link>
            )}
          </Heading>
          <p className="mb-4 mt-2 text-[0.9375rem] text-muted" lang={lang}>
            {post.description}
          </p>
          <p className="mt-auto flex flex-wrap gap-1.5 text-xs text-muted">
            {post.tags.map((tag) => (
              <span key={tag} className="rounded-full bg-raised px-2.5 py-1">
                {tag}
              </span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  )
}
