import { type FormEvent, useEffect, useRef, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import {
  CONTACT_FAILURES,
  CONTACT_FIELDS,
  CONTACT_LIMITS,
  type ContactFailure,
  type ContactField,
  type ContactProblem,
  contactProblems,
  HONEYPOT,
} from "./contact.ts"
import { Field, inputProps } from "../../ui/Field.tsx"
import type { ContactData } from "./data.ts"

type Problems = Partial<Record<ContactField, ContactProblem>>
const API = "/api/contact"

export default function ContactPage({ data }: { data: ContactData }) {
  const [isSent, setSent] = useState(data.isSent)
  // Back from a form without a script the address changes, not the component.
  useEffect(() => setSent(data.isSent), [data.isSent])
  return (
    <div className="mx-auto max-w-2xl pt-8">
      <h1>{data.heading}</h1>
      <p className="mt-2 text-muted">{data.intro}</p>
      {isSent ? (
        <Sent texts={data.sent} onAgain={() => setSent(false)} />
      ) : (
        <>
          <p className="mt-3 text-sm text-muted">
            {data.hint.text}{" "}
            <Link to={data.hint.to} className="text-link">
              {data.hint.link}
            </Link>
          </p>
          <ContactForm data={data} onSent={() => setSent(true)} />
        </>
      )}
    </div>
  )
}

function Sent({ texts, onAgain }: { texts: ContactData["sent"]; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status" className="panel mt-6 border-l-4 border-l-good px-6 py-8">
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        {texts.heading}
      </h2>
      <p className="mt-2">{texts.text}</p>
      <p className="mt-5">
        <Link to={href("contact")} className="button" onClick={onAgain}>
          {texts.again}
        </Link>
      </p>
    </div>
  )
}

function valuesOf(form: HTMLFormElement) {
  const values = new FormData(form)
  const text = (name: string) => {
    const value = values.get(name)
    return typeof value === "string" ? value : ""
  }
  return {
    name: text("name"),
    email: text("email").trim(),
    subject: text("subject"),
    message: text("message"),
    locale: text("locale"),
    [HONEYPOT]: text(HONEYPOT),
  }
}

function ContactForm({ data, onSent }: { data: ContactData; onSent: () => void }) {
  const { locale } = useI18n()
  const { labels, refused } = data
  const [problems, setProblems] = useState<Problems>(() => fieldsOf(refused?.errors.problems ?? []))
  const [failure, setFailure] = useState<ContactFailure | null>(refused?.errors.failures[0] ?? null)
  const [wasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  // Until the script is there the browser itself checks the fields.
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    const values = valuesOf(form)
    const found = contactProblems(values)
    setTried(true)
    setFailure(null)
    show(form, found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const answer = await sendMessage(values)
    setBusy(false)
    if (answer === "sent") onSent()
    else if (typeof answer === "string") setFailure(answer)
    else show(form, answer)
  }

  function show(form: HTMLFormElement, found: Problems) {
    setProblems(found)
    const first = CONTACT_FIELDS.find((field) => found[field])
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const textOf = (field: ContactField) => {
    const problem = problems[field]
    return problem ? data.problems[problem] : null
  }
  const summary = wasTried || !refused ? [] : refused.errors.problems.map((code) => data.problems[code])
  if (failure) summary.push(data.failures[failure])

  return (
    <form
      action={localePath(locale, href("contact"))}
      method="post"
      noValidate={isAlive}
      onSubmit={(event) => void submit(event)}
      onChange={(event) => wasTried && setProblems(contactProblems(valuesOf(event.currentTarget)))}
      className="mt-6 flex flex-col gap-5"
    >
      <div role="alert" className={summary.length > 0 ? undefined : "-mb-5"}>
        {summary.length > 0 && (
          <div className="rounded-lg border border-bad px-4 py-3">
            <p className="font-semibold text-bad">{data.problemHeading}</p>
            {summary.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        )}
      </div>
      <input type="hidden" name="locale" value={locale} />
      <div hidden>
        <label>
          {labels.honeypot} <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="grid gap-5 tablet:grid-cols-2">
        <Field id="contact-email" label={labels.email} problem={textOf("email")}>
          <input
            {...inputProps("contact-email", textOf("email"))}
            type="email"
            name="email"
            required
            defaultValue={refused?.typed.email}
            maxLength={CONTACT_LIMITS.email}
            autoComplete="email"
            className="field"
          />
        </Field>
        <Field id="contact-name" label={labels.name} note={labels.optional} problem={textOf("name")}>
          <input
            {...inputProps("contact-name", textOf("name"))}
            type="text"
            name="name"
            defaultValue={refused?.typed.name}
            maxLength={CONTACT_LIMITS.name}
            autoComplete="name"
            className="field"
          />
        </Field>
      </div>
      <Field id="contact-subject" label={labels.subject} problem={textOf("subject")}>
        <select
          {...inputProps("contact-subject", textOf("subject"))}
          name="subject"
          required
          defaultValue={refused?.typed.subject ?? ""}
          className="field"
        >
          <option value="">{labels.choose}</option>
          {data.subjects.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field id="contact-message" label={labels.message} hint={labels.messageHint} problem={textOf("message")}>
        <textarea
          {...inputProps("contact-message", textOf("message"), true)}
          name="message"
          defaultValue={refused?.typed.message}
          required
          minLength={CONTACT_LIMITS.messageMin}
          maxLength={CONTACT_LIMITS.messageMax}
          rows={8}
          className="w-full rounded-lg border border-line bg-surface p-3 text-[0.9375rem]"
        />
      </Field>
      <p>
        <button
          type="submit"
          disabled={isBusy}
          className="button button-main disabled:cursor-default disabled:opacity-60"
        >
          {isBusy ? labels.busy : labels.submit}
        </button>
      </p>
    </form>
  )
}

/** Each problem belongs to the field that its code begins with. */
function fieldsOf(codes: readonly ContactProblem[]): Problems {
  return Object.fromEntries(codes.map((code) => [code.split("_")[0], code])) as Problems
}

/** "sent", what failed, or which fields the server refuses. */
async function sendMessage(values: object): Promise<"sent" | ContactFailure | Problems> {
  try {
    const response = await fetch(API, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(values),
    })
    if (response.ok) return "sent"
    const body = (await response.json()) as { code?: string; fields?: Problems }
    if (response.status === 400 && body.fields) return body.fields
    return CONTACT_FAILURES.find((code) => code === body.code) ?? "unavailable"
  } catch {
    return "unavailable"
  }
}
