import { useCallback, useEffect, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { callApi } from "../accounts/api.ts"
import { SignInLinks } from "../accounts/SignInLinks.tsx"
import { personChanged, usePerson } from "../accounts/use-person.ts"
import { momentText } from "./moment-text.ts"
import { FailureText } from "./Notes.tsx"
import type { NotificationItem, NotificationList } from "./page-data.ts"
import { useDoing } from "./use-doing.ts"

/** Everything that somebody was told, also what was not sent because the month's messages were used up. */
export default function NotificationsPage() {
  const { t } = useI18n()
  return (
    <>
      <div className="max-w-3xl pb-5 pt-8">
        <h1>{t("alerts:inbox.title")}</h1>
        <p className="mt-2 text-muted">{t("alerts:inbox.intro")}</p>
      </div>
      <noscript>
        <p className="panel p-5">{t("alerts:noScript")}</p>
      </noscript>
      <div className="needs-script min-h-dvh max-w-4xl">
        <Inbox />
      </div>
    </>
  )
}

function Inbox() {
  const { t, formats } = useI18n()
  const { kind } = usePerson()
  const inbox = useInbox(kind === "person")
  const { items, unread, before, doing } = inbox
  if (kind === "visitor" || kind === "blocked") return <ForVisitors />
  return (
    <>
      {kind === "unknown" && (
        <div className="person-out">
          <ForVisitors />
        </div>
      )}
      <div className={kind === "unknown" ? "person-in" : undefined}>
        {items === null ? (
          doing.outcome?.failure ? null : (
            <Skeleton />
          )
        ) : items.length === 0 ? (
          <Empty />
        ) : (
          <>
            <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
              <p role="status">{t("alerts:inbox.unread", { count: unread, text: formats.number(unread) })}</p>
              <p className="flex flex-wrap gap-3">
                {unread > 0 && (
                  <button type="button" className="button px-3 text-sm" onClick={() => void inbox.read("all")}>
                    {t("alerts:inbox.readAll")}
                  </button>
                )}
                <Link to={href("alerts")} className="button px-3 text-sm">
                  {t("alerts:message.openAlerts")}
                </Link>
              </p>
            </div>
            <ul className="flex flex-col gap-3">
              {items.map((item) => (
                <Entry key={item.id} item={item} onRead={() => void inbox.read([item.id])} />
              ))}
            </ul>
            {before !== null && (
              <p className="mt-4">
                <button type="button" className="button" onClick={() => void inbox.load(before)}>
                  {t("alerts:older")}
                </button>
              </p>
            )}
          </>
        )}
        <p role="alert" className="mt-4 empty:hidden">
          {doing.outcome?.failure && <FailureText failure={doing.outcome.failure} />}
        </p>
      </div>
    </>
  )
}

function useInbox(isPerson: boolean) {
  const doing = useDoing()
  const { run } = doing
  const [items, setItems] = useState<readonly NotificationItem[] | null>(null)
  const [unread, setUnread] = useState(0)
  const [before, setBefore] = useState<number | null>(null)

  const load = useCallback(
    async (from: number | null) => {
      const path = `/api/notifications${from === null ? "" : `?before=${from}`}`
      const answer = await run<NotificationList>(() => callApi("GET", path))
      if (!answer) return
      setItems((known) => [...(from === null ? [] : (known ?? [])), ...answer.data.data])
      setUnread(answer.data.unread)
      setBefore(answer.data.before)
    },
    [run],
  )
  useEffect(() => {
    if (isPerson) void load(null)
  }, [isPerson, load])

  const read = useCallback(
    async (ids: readonly number[] | "all") => {
      const body = ids === "all" ? { all: true } : { ids }
      const answer = await run<{ unread: number }>(() => callApi("POST", "/api/notifications/read", body))
      if (!answer) return
      const readAt = new Date().toISOString()
      setItems((known) =>
        (known ?? []).map((item) =>
          item.readAt === null && (ids === "all" || ids.includes(item.id)) ? { ...item, readAt } : item,
        ),
      )
      setUnread(answer.data.unread)
      // The number in the menu.
      void personChanged()
    },
    [run],
  )
  return { doing, items, unread, before, load, read }
}

function Entry({ item, onRead }: { item: NotificationItem; onRead: () => void }) {
  const { t, locale } = useI18n()
  const isUnread = item.readAt === null
  return (
    <li className={`panel p-4 tablet:p-5 ${isUnread ? "border-l-4 border-l-honey" : ""}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 break-words text-base">
          {isUnread && <span className="sr-only">{t("alerts:inbox.new")}: </span>}
          {item.title}
        </h2>
        <time dateTime={item.firedAt} className="text-sm text-muted tabular-nums">
          {momentText(item.firedAt, locale)}
        </time>
      </div>
      <p className="mt-1 whitespace-pre-line break-words">{item.text}</p>
      {item.rows.length > 0 && (
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {item.rows.map(({ label, value }) => (
            <div key={label} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{label}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {item.overQuota && <p className="mt-2 text-sm text-warn">{t("alerts:inbox.overQuota")}</p>}
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <a href={item.url} className="text-link" onClick={() => isUnread && onRead()}>
          {item.linkText}
        </a>
        {isUnread && (
          <button type="button" className="button px-3 text-sm" onClick={onRead}>
            {t("alerts:inbox.read")}
            <span className="sr-only">: {item.title}</span>
          </button>
        )}
      </p>
    </li>
  )
}

function Empty() {
  const { t } = useI18n()
  return (
    <div className="panel px-6 py-14 text-center">
      <h2>{t("alerts:inbox.empty")}</h2>
      <p className="mx-auto mt-2 max-w-md text-muted">{t("alerts:inbox.emptyText")}</p>
      <p className="mt-5">
        <Link to={href("alerts")} className="button button-main">
          {t("alerts:message.openAlerts")}
        </Link>
      </p>
    </div>
  )
}

function ForVisitors() {
  const { t } = useI18n()
  return (
    <div className="panel max-w-lg px-6 py-6">
      <p>{t("alerts:inbox.visitor")}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        <SignInLinks main="signIn" />
      </p>
    </div>
  )
}

function Skeleton() {
  const { t } = useI18n()
  return (
    <div>
      <p role="status" className="sr-only">
        {t("alerts:loading")}
      </p>
      {[0, 1, 2].map((row) => (
        <div key={row} aria-hidden="true" className="mb-3 h-36 animate-pulse rounded-xl bg-raised" />
      ))}
    </div>
  )
}
