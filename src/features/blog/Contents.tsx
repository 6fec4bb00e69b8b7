import type { Heading } from "../../core/markdown.server.ts"
import { Link } from "../../ui/navigation.tsx"

export type ContentsProps = { label: string; path: string; headings: readonly Heading[]; lang?: string | undefined }

/** The table of contents beside a long text, where there is room. */
export function ContentsBeside(props: ContentsProps) {
  return (
    <nav
      aria-label={props.label}
      className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto border-l border-line pl-5 desktop:block"
    >
      <p className="mb-3 text-sm font-semibold" aria-hidden="true">
        {props.label}
      </p>
      <Parts {...props} />
    </nav>
  )
}

/** The table of contents above a long text, closed, on narrow screens. */
export function ContentsAbove(props: ContentsProps) {
  return (
    <details className="panel mb-8 px-4 py-3 desktop:hidden">
      <summary className="text-sm font-semibold">{props.label}</summary>
      <nav aria-label={props.label} className="mt-3">
        <Parts {...props} />
      </nav>
    </details>
  )
}

function Parts({ path, headings, lang }: ContentsProps) {
  return (
    <ol className="flex flex-col gap-2 text-sm" lang={lang}>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <Link to={`${path}#${id}`} className="text-muted hover:text-ink hover:underline">
            {text}
          </Link>
        </li>
      ))}
    </ol>
  )
}
