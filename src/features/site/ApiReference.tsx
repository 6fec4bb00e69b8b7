import type { ReactNode } from "react"
import type { ApiEndpoint, ApiFields, DevelopersData } from "./data.ts"

type Reference = DevelopersData["reference"]
type Labels = Reference["labels"]

/** The OpenAPI document as tables. Its words are English in every language, and marked so. */
export function ApiReference(props: Reference) {
  const { id, title, intro, document, endpoints, schemas, schemasTitle, labels } = props
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id}>{title}</h2>
      <p className="mt-2">
        {intro}{" "}
        <a href={document.href} className="text-link">
          {document.label}
        </a>
      </p>
      {endpoints.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} labels={labels} />
      ))}
      <h3 className="mb-2 mt-8 text-lg">{schemasTitle}</h3>
      {schemas.map((schema) => (
        <Fields key={schema.id} schema={schema} labels={labels} />
      ))}
    </section>
  )
}

function Fold({ id, summary, children }: { id: string; summary: ReactNode; children: ReactNode }) {
  return (
    <details id={id} className="panel mt-3">
      <summary className="px-4 py-3">{summary}</summary>
      <div className="border-t border-line px-4 pb-4">{children}</div>
    </details>
  )
}

function Endpoint({ endpoint, labels }: { endpoint: ApiEndpoint; labels: Labels }) {
  const { id, method, path, summary, parameters, answers } = endpoint
  const name = `${method} ${path}`
  return (
    <Fold
      id={id}
      summary={
        <span lang="en">
          <code className="text-[0.9375rem] font-semibold break-words">{name}</code>
          <span className="ml-3 text-sm text-muted">{summary}</span>
        </span>
      }
    >
      {parameters.length > 0 ? (
        <Rows
          caption={`${name}: ${labels.parameters}`}
          title={labels.parameters}
          heads={[labels.name, labels.type, labels.meaning]}
          rows={parameters.map((parameter) => ({
            id: parameter.name,
            cells: [
              <code key="name">{parameter.name}</code>,
              <span key="type">
                {parameter.type}
                {parameter.note && <span className="block text-muted">{parameter.note}</span>}
              </span>,
              <span key="meaning">
                {parameter.description}
                {parameter.values.length > 0 && (
                  <span className="mt-1 block text-muted">
                    <span className="sr-only">{labels.values}: </span>
                    <code>{parameter.values.join(" | ")}</code>
                  </span>
                )}
              </span>,
            ],
          }))}
        />
      ) : (
        <p className="mt-4 text-sm text-muted">{labels.none}</p>
      )}
      <Rows
        caption={`${name}: ${labels.answers}`}
        title={labels.answers}
        heads={[labels.status, labels.meaning, labels.body]}
        rows={answers.map(({ status, description, body }) => ({
          id: status,
          cells: [<code key="status">{status}</code>, description, body === null ? "" : <code key="body">{body}</code>],
        }))}
      />
    </Fold>
  )
}

function Fields({ schema, labels }: { schema: ApiFields; labels: Labels }) {
  return (
    <Fold
      id={schema.id}
      summary={
        <code className="font-semibold" lang="en">
          {schema.name}
        </code>
      }
    >
      <Rows
        caption={schema.name}
        title={null}
        heads={[labels.field, labels.type, labels.meaning]}
        rows={schema.fields.map(({ name, type, description }) => ({
          id: name,
          cells: [<code key="name">{name}</code>, type, description ?? ""],
        }))}
      />
    </Fold>
  )
}

/** A table whose rows become blocks where three columns have no room. */
function Rows(props: {
  caption: string
  title: string | null
  heads: [string, string, string]
  rows: { id: string; cells: [ReactNode, ReactNode, ReactNode] }[]
}) {
  const cell =
    "block py-0.5 tablet:table-cell tablet:border-t tablet:border-line tablet:py-2 tablet:pr-4 tablet:align-top"
  return (
    <>
      {props.title && <h3 className="mt-4 text-sm">{props.title}</h3>}
      <table className="mt-2 block w-full text-sm tablet:table tablet:table-fixed [overflow-wrap:anywhere]">
        <caption className="sr-only">{props.caption}</caption>
        <thead className="sr-only tablet:not-sr-only tablet:table-header-group">
          <tr>
            {props.heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`py-1.5 pr-4 text-left font-medium text-muted ${["tablet:w-[26%]", "tablet:w-[30%]", ""][at]}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block tablet:table-row-group" lang="en">
          {props.rows.map(({ id, cells }) => (
            <tr key={id} className="block border-t border-line py-2 tablet:table-row">
              {cells.map((content, at) => (
                <td key={props.heads[at]} className={content === "" ? `${cell} max-tablet:hidden` : cell}>
                  {content}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
