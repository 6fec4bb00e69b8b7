import { href } from "../../routes.ts"
import { Logo } from "../../ui/Logo.tsx"
import { Link } from "../../ui/navigation.tsx"

export type NameCellProps = {
  kind: "currency" | "exchange" | "protocol" | "wallet" | "card"
  slug: string
  name: string
  /** A second line: a symbol, a kind. */
  detail?: string | null
}

/** The name of a row with its logo: the link to its page. */
export function NameCell({ kind, slug, name, detail }: NameCellProps) {
  return (
    <div className="flex items-center gap-3">
      <Logo kind={kind} slug={slug} size={32} />
      <div className="min-w-0">
        <Link to={href(kind, { slug })} className="font-semibold hover:underline">
          {name}
        </Link>
        {detail && <div className="text-sm text-muted">{detail}</div>}
      </div>
    </div>
  )
}
