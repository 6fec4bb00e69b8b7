import { type ReactNode, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { SORTS, sortItems, titleOf, type WatchItem, type WatchSort } from "./item.ts"
import { WATCH_KINDS } from "./key.ts"
import { ListFile } from "./ListFile.tsx"
import type { WatchlistData } from "./page-data.ts"
import { useWatchlist, type Watchlist } from "./use-watchlist.ts"
import { WatchTable } from "./WatchTable.tsx"

export default function WatchlistPage({ data }: { data: WatchlistData }) {
  const { t } = useI18n()
  const watchlist = useWatchlist()
  const { items, problem } = watchlist
  return (
    <>
      <div className="max-w-3xl pb-5 pt-8">
        <h1>{t("watchlist:heading")}</h1>
        <p className="mt-2 text-muted">{t("watchlist:intro")}</p>
      </div>
      <noscript>
        <p className="panel p-5">{t("watchlist:noScript")}</p>
      </noscript>
      <div className="needs-script min-h-96">
        {problem && (
          <div role="alert" className="panel mb-4 flex flex-wrap items-center gap-3 border-l-4 border-l-bad px-4 py-3">
            <p className="flex-1">{data.notices[problem]}</p>
            {problem === "offline" && (
              <button type="button" className="button" onClick={watchlist.reload}>
                {t("watchlist:retry")}
              </button>
            )}
            <button type="button" className="button px-3" onClick={watchlist.dismiss}>
              <span aria-hidden="true">×</span>
              <span className="sr-only">{t("common:popup.close")}</span>
            </button>
          </div>
        )}
        <HandedOverNotice watchlist={watchlist} />
        <Removed watchlist={watchlist} />
        {items === null ? (
          <p role="status" className="py-10 text-center text-muted">
            {problem === null && t("watchlist:loading")}
          </p>
        ) : (
          <>
            {!watchlist.isAccount && items.length > 0 && <KeepIt />}
            {items.length === 0 ? <NothingYet /> : <Groups items={items} watchlist={watchlist} data={data} />}
            <ListFile watchlist={watchlist} isEmpty={items.length === 0} />
          </>
        )}
      </div>
    </>
  )
}

function Groups({
  items,
  watchlist,
  data,
}: {
  items: readonly WatchItem[]
  watchlist: Watchlist
  data: WatchlistData
}) {
  const { t, locale } = useI18n()
  const [sort, setSort] = useState<WatchSort>("added")
  const sorted = sortItems(items, sort, locale)
  return (
    <>
      <label className="mb-4 flex items-center gap-2 text-sm text-muted">
        {t("watchlist:sort.label")}
        <select
          className="field max-w-56"
          value={sort}
          onChange={(event) => setSort(SORTS.find((name) => name === event.target.value) ?? "added")}
        >
          {SORTS.map((name) => (
            <option key={name} value={name}>
              {t(`watchlist:sort.${name}`)}
            </option>
          ))}
        </select>
      </label>
      {WATCH_KINDS.map((kind) => {
        const group = sorted.filter((item) => item.kind === kind)
        return group.length === 0 ? null : (
          <section key={kind} aria-labelledby={kind} className="mb-8">
            <h2 id={kind} className="mb-3">
              {t(`watchlist:group.${kind}`)}
            </h2>
            <WatchTable kind={kind} items={group} watchlist={watchlist} longestNote={data.longestNote} />
          </section>
        )
      })}
    </>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="panel mb-4 flex flex-wrap items-center gap-3 border-l-4 border-l-honey px-4 py-3">{children}</div>
  )
}

/** What became of the list that the browser kept, after its person signed in. */
function HandedOverNotice({ watchlist }: { watchlist: Watchlist }) {
  const { t, formats } = useI18n()
  const { handedOver } = watchlist
  if (!handedOver) return null
  const counts = { taken: handedOver.taken, unknown: handedOver.unknown.length, full: handedOver.full.length }
  return (
    <div role="status">
      <Notice>
        <p>
          {(["taken", "unknown", "full"] as const)
            .filter((what) => counts[what] > 0)
            .map((what) => t(`watchlist:handed.${what}`, { count: counts[what], text: formats.number(counts[what]) }))
            .join(" ")}
        </p>
      </Notice>
    </div>
  )
}

/** Always there, so that what is put into it is spoken; the way back is where the focus goes. */
function Removed({ watchlist }: { watchlist: Watchlist }) {
  const { t } = useI18n()
  const { removed, undo } = watchlist
  return (
    <div role="status">
      {removed && (
        <Notice>
          <p className="flex-1">{t("watchlist:removed", { name: titleOf(removed) })}</p>
          <button key={removed.key} type="button" className="button" onClick={undo} ref={(button) => button?.focus()}>
            {t("watchlist:undo")}
          </button>
        </Notice>
      )}
    </div>
  )
}

/** Before an account the list is in this browser alone. */
function KeepIt() {
  const { t } = useI18n()
  return (
    <Notice>
      <p className="min-w-60 flex-1">{t("watchlist:local.text")}</p>
      <Link to={href("authRegister")} className="button button-main">
        {t("watchlist:local.register")}
      </Link>
      <Link to={href("authLogin")} className="button">
        {t("watchlist:local.login")}
      </Link>
    </Notice>
  )
}

function NothingYet() {
  const { t } = useI18n()
  return (
    <div className="panel px-6 py-14 text-center">
      <h2>{t("watchlist:empty.title")}</h2>
      <p className="mx-auto mt-2 max-w-md text-muted">{t("watchlist:empty.text")}</p>
      <p className="mt-5 flex flex-wrap justify-center gap-3">
        <Link to={href("earn")} className="button button-main">
          {t("watchlist:empty.offers")}
        </Link>
        <Link to={href("cryptocurrencies")} className="button">
          {t("watchlist:empty.currencies")}
        </Link>
      </p>
    </div>
  )
}
