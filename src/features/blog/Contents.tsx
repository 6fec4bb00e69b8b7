import type { Heading } from "../../core/markdown.server.ts"
import { Link } from "../../ui/navigation.tsx"

/** The table of contents of a long text: beside it where there is room, above it and closed on narrow screens. */
export function Contents(props: { label: string; path: string; headings: readonly Heading[]; lang?: string }) {
  const links = (
    <ol className="flex flex-col gap-2 text-sm">
      {props.headings.map(({ id, text }) => (
        <li key={id} lang={props.lang}>
          <Link to={`${props.path}#${id}`} className="text-muted hover:text-ink hover:underline">
            {text}
          </Link>
        </li>
      ))}
    </ol>
  )
  return (
    <>
      <details className="panel mb-8 px-4 py-3 desktop:hidden">
        <summary className="text-sm font-semibold">{props.label}</summary>
        <nav aria-label={props.label} className="mt-3">
          {links}
        </nav>
      </details>
      <nav aria-label={props.label} className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto desktop:block">
        <p className="mb-3 text-sm font-semibold" aria-hidden="true">
          {props.label}
        </p>
        {links}
      </nav>
    </>
  )
}
