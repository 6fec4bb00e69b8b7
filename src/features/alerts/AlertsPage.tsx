import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { callApi } from "../accounts/api.ts"
import { usePerson } from "../accounts/use-person.ts"
import { namedBody, ownName } from "./alert-words.ts"
import { AlertForm } from "./AlertForm.tsx"
import { AlertList } from "./AlertList.tsx"
import { ChannelSettings } from "./ChannelSettings.tsx"
import { DeliveryLog } from "./DeliveryLog.tsx"
import { type Draft, draftOf, newDraft } from "./draft.ts"
import { type Failure, failureOf } from "./failures.ts"
import { dropDraft, keepDraft, takeDraft } from "./kept-draft.ts"
import { Note } from "./Notes.tsx"
import type { AlertItem, AlertsPageData } from "./page-data.ts"
import { type Own, type OwnAlerts, useOwnAlerts } from "./use-own-alerts.ts"

/** The form comes when somebody wants to save and has no account. */
const SignUpModal = lazy(() => import("../accounts/SignUpModal.tsx"))

export default function AlertsPage({ data }: { data: AlertsPageData }) {
  const { t } = useI18n()
  return (
    <>
      <div className="max-w-3xl pb-5 pt-8">
        <h1>{t("alerts:page.heading")}</h1>
        <p className="mt-2 text-muted">{t("alerts:page.intro")}</p>
      </div>
      <noscript>
        <p className="panel p-5">{t("alerts:noScript")}</p>
      </noscript>
      <div className="needs-script">
        <Screen key={JSON.stringify(data.prefill)} data={data} />
      </div>
    </>
  )
}

/** What the form is opened with: "auto" while nobody has opened or closed it. */
type Editor = "auto" | null | { draft: Draft; failure: Failure | null }

function Screen({ data }: { data: AlertsPageData }) {
  const { t } = useI18n()
  const own = useOwnAlerts()
  const { state } = own
  const [editor, setEditor] = useState<Editor>("auto")
  const [notice, setNotice] = useState<"saved" | "changed" | null>(null)
  const [signUp, setSignUp] = useState<"closed" | "open" | "done" | null>(null)
  const { reload } = own
  useKept(data.longestName, (failure, draft) => {
    if (!failure) forgetQuery()
    setEditor(failure ? { draft, failure } : null)
    setNotice(failure ? null : "saved")
    void reload()
  })

  return (
    <>
      {state.kind === "ready" ? (
        <Ready
          data={data}
          own={own}
          known={state}
          notice={notice}
          editor={editor === "auto" ? autoEditor(data, state) : editor}
          onEdit={(next) => {
            setNotice(null)
            setEditor(next)
          }}
          onSaved={(isNew) => {
            setEditor(null)
            forgetQuery()
            setNotice(isNew ? "saved" : "changed")
            void reload()
          }}
        />
      ) : state.kind === "failed" ? (
        <p role="alert" className="min-h-96">
          {t("alerts:failure.unavailable")}{" "}
          <button type="button" className="cursor-pointer text-link" onClick={() => void reload()}>
            {t("alerts:again")}
          </button>
        </p>
      ) : (
        <>
          <div className={state.kind === "unknown" ? "person-out" : undefined}>
            <AlertForm
              data={data}
              start={newDraft(data.prefill)}
              own={null}
              onVisitor={(draft) => {
                keepDraft(draft)
                setSignUp("open")
              }}
            />
          </div>
          {state.kind === "unknown" && (
            <div className="person-in">
              <Skeleton />
            </div>
          )}
        </>
      )}
      {signUp !== null && (
        <Suspense>
          <SignUpModal
            open={signUp !== "closed"}
            onSuccess={() => setSignUp("done")}
            onClose={() => {
              // Whoever closes it without an account goes on with the form.
              if (signUp === "open") dropDraft()
              setSignUp("closed")
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** What the address asked for is done: loading the page again is not to ask for it again. */
function forgetQuery() {
  history.replaceState(history.state, "", location.pathname + location.hash)
}

/** The form is open where the address asks for something, and where there is no alert yet. */
function autoEditor(data: AlertsPageData, { list }: Own): Exclude<Editor, "auto"> {
  return data.prefill || list.data.length === 0 ? { draft: newDraft(data.prefill), failure: null } : null
}

/** Saves what was kept for whoever has signed up or in. */
function useKept(longestName: number, onDone: (failure: Failure | null, draft: Draft) => void) {
  const words = useI18n()
  const { kind } = usePerson()
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const draft = kind === "person" ? takeDraft() : null
    if (draft === null) return
    void callApi("POST", "/api/alerts", namedBody(draft, { ...words, longestName })).then((answer) =>
      done.current(answer.isOk ? null : failureOf(answer), draft),
    )
  }, [kind, words, longestName])
}

type ReadyProps = {
  data: AlertsPageData
  own: OwnAlerts
  known: Own
  notice: "saved" | "changed" | null
  editor: Exclude<Editor, "auto">
  onEdit: (editor: Exclude<Editor, "auto">) => void
  onSaved: (isNew: boolean) => void
}

function Ready({ data, own, known, notice, editor, onEdit, onSaved }: ReadyProps) {
  const words = useI18n()
  const { t } = words
  const { list, labels, channels } = known
  const edit = (alert: AlertItem) =>
    onEdit({
      draft: draftOf(
        { ...alert, name: ownName(alert, { ...words, longestName: data.longestName }) },
        labels.alerts[alert.id]?.offer ?? null,
      ),
      failure: null,
    })
  useHash()
  return (
    <>
      <Limits known={known} />
      <div role="status">
        {notice && (
          <Note>
            <p className="flex-1">{t(`alerts:notice.${notice}`)}</p>
          </Note>
        )}
        {own.deleted && (
          <Note>
            <p className="flex-1">{t("alerts:notice.deleted")}</p>
            <button
              key={own.deleted.id}
              type="button"
              className="button"
              onClick={own.undo}
              ref={(button) => button?.focus()}
            >
              {t("alerts:undo")}
            </button>
          </Note>
        )}
      </div>
      {editor ? (
        <AlertForm
          key={`${editor.draft.id}${JSON.stringify(editor.failure)}`}
          data={data}
          start={editor.draft}
          failure={editor.failure}
          own={{ known, settle: own.settle }}
          onSaved={onSaved}
          {...(list.data.length > 0 ? { onClose: () => onEdit(null) } : {})}
        />
      ) : (
        <p className="mb-6">
          <button
            type="button"
            className="button button-main"
            onClick={() => onEdit({ draft: newDraft(null), failure: null })}
          >
            {t("alerts:new")}
          </button>
        </p>
      )}
      {list.data.length > 0 && <AlertList data={data} known={known} onEdit={edit} own={own} />}
      <ChannelSettings channels={channels} onChange={own.setChannels} />
      <DeliveryLog />
    </>
  )
}

/** How much of the plan is used, and the way to the inbox. */
function Limits({ known: { list } }: { known: Own }) {
  const { t, formats } = useI18n()
  const { limits, data } = list
  const isFull = data.length >= limits.alertCount
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-2 text-[0.9375rem]">
      <p>
        {t("alerts:limits.alerts", { used: formats.number(data.length), all: formats.number(limits.alertCount) })}
        <span aria-hidden="true"> · </span>
        {t("alerts:limits.messages", {
          used: formats.number(limits.notificationsSent),
          all: formats.number(limits.notificationCount),
        })}
      </p>
      <Link to={href("notifications")} className="text-link">
        {t("alerts:inbox.open")}
      </Link>
      {isFull && (
        <p className="basis-full text-muted">
          {t("alerts:limits.full", { count: limits.alertCount })}{" "}
          <Link to={href("pricing")} className="text-link">
            {t("alerts:seePlans")}
          </Link>
        </p>
      )}
    </div>
  )
}

/** What an address names after "#" is not there before the page is filled. */
function useHash() {
  useEffect(() => {
    const target = location.hash === "" ? null : document.getElementById(location.hash.slice(1))
    target?.scrollIntoView()
  }, [])
}

/** As high as the window: what comes in its place pushes nothing that is seen. */
function Skeleton() {
  const { t } = useI18n()
  return (
    <div className="min-h-dvh">
      <p role="status" className="sr-only">
        {t("alerts:loading")}
      </p>
      {[0, 1, 2].map((row) => (
        <div key={row} aria-hidden="true" className="mb-4 h-32 animate-pulse rounded-xl bg-raised" />
      ))}
    </div>
  )
}
