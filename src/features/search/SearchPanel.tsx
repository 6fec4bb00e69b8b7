import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { CATEGORIES, ITEMS_PER_CATEGORY, type PopularSlugs, type SearchCategory, type SearchNode } from "./operation.ts"
import { SearchAd } from "./SearchAd.tsx"
import { useSearch } from "./use-search.ts"

const ROUTE = { currencies: "currency", exchanges: "exchange", wallets: "wallet", protocols: "protocol" } as const

export type SearchPanelProps = {
  typed: string
  popular: PopularSlugs
  onClose: () => void
  /** The field whose arrow keys move through the results. */
  field: RefObject<HTMLInputElement | null>
}

/** The three states of the search (spec 2): popular, results of each category, the full list of one. */
export default function SearchPanel({ typed, popular, onClose, field }: SearchPanelProps) {
  const { t, formats } = useI18n()
  const [full, setFull] = useState<SearchCategory | null>(null)
  const search = useSearch(typed, full, popular)
  const box = useRef<HTMLDivElement>(null)
  const headingId = useId()

  // A new question is asked of everything again.
  useEffect(() => setFull(null), [typed])

  useEffect(() => {
    const input = field.current
    const down = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "ArrowDown") return
      event.preventDefault()
      box.current?.querySelector<HTMLElement>("a, button")?.focus()
    }
    input?.addEventListener("keydown", down)
    return () => input?.removeEventListener("keydown", down)
  }, [field])

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")]
    const at = items.indexOf(document.activeElement as HTMLElement)
    event.preventDefault()
    const next = at + step
    if (next < 0) field.current?.focus()
    else items[Math.min(next, items.length - 1)]?.focus()
  }

  const total =
    search.kind === "found" ? CATEGORIES.reduce((sum, name) => sum + search.data[name].pageInfo.total, 0) : 0
  const status =
    search.kind === "loading"
      ? t("search:loading")
      : search.kind === "failed"
        ? t("search:failed")
        : search.text === null
          ? t("search:popular")
          : t("search:announce", { count: total, text: formats.number(total) })

  return (
    <div ref={box} onKeyDown={move}>
      <p role="status" className="sr-only">
        {status}
      </p>
      {search.kind === "loading" && <Skeleton />}
      {search.kind === "failed" && <p className="p-4 text-muted">{t("search:failed")}</p>}
      {search.kind === "found" && (
        <>
          {search.full === null && <SearchAd />}
          {search.full !== null && (
            <button type="button" className="px-3 py-2 text-sm text-link" onClick={() => setFull(null)}>
              <span aria-hidden="true">←</span> {t("search:back")}
            </button>
          )}
          {search.text !== null && total === 0 && (
            <div className="px-4 py-6">
              <p className="font-semibold">{t("search:none.title", { text: search.text })}</p>
              <p className="mt-1 text-sm text-muted">{t("search:none.hint")}</p>
            </div>
          )}
          {search.text === null && <h2 className="px-3 pt-3 text-sm font-semibold">{t("search:popular")}</h2>}
          {CATEGORIES.filter((name) => search.data[name].nodes.length > 0).map((name) => (
            <section key={name} aria-labelledby={`${headingId}-${name}`}>
              <h3 id={`${headingId}-${name}`} className="px-3 pb-1 pt-3 text-xs font-semibold text-muted">
                {t(`search:${name}`)}
              </h3>
              <ul>
                {search.data[name].nodes.map((node) => (
                  <Item key={node.id} node={node} category={name} onFollow={onClose} />
                ))}
              </ul>
              {search.full === null && search.data[name].pageInfo.total > ITEMS_PER_CATEGORY && (
                <button type="button" className="px-3 py-2 text-sm text-link" onClick={() => setFull(name)}>
                  {t("search:seeAll", {
                    count: search.data[name].pageInfo.total,
                    text: formats.number(search.data[name].pageInfo.total),
                  })}
                  <span className="sr-only"> {t(`search:${name}`)}</span>
                </button>
              )}
            </section>
          ))}
          {search.more && (
            <button type="button" className="px-3 py-2 text-sm text-link" onClick={search.more}>
              {t("search:more")}
            </button>
          )}
        </>
      )}
    </div>
  )
}

function Item({ node, category, onFollow }: { node: SearchNode; category: SearchCategory; onFollow: () => void }) {
  return (
    <li>
      <Link
        to={href(ROUTE[category], { slug: node.slug })}
        onClick={onFollow}
        className="flex items-center gap-3 rounded-md px-3 py-2 hover:bg-raised focus-visible:bg-raised"
      >
        <img src={node.logo64} alt="" width={24} height={24} className="rounded-full bg-raised" />
        <span className="min-w-0 truncate">{node.name}</span>
        {node.symbol && <span className="text-sm text-muted">{node.symbol}</span>}
      </Link>
    </li>
  )
}

/** spec 2: 1 to 3 placeholder rows. */
function Skeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2 p-3">
      {[0, 1, 2].map((row) => (
        <div key={row} className="h-9 animate-pulse rounded-md bg-raised" />
      ))}
    </div>
  )
}
