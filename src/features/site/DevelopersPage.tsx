import { ContentsAbove, ContentsBeside } from "../blog/Contents.tsx"
import { ApiReference } from "./ApiReference.tsx"
import type { DevelopersData } from "./data.ts"
import { TextSections } from "./TextSections.tsx"

export default function DevelopersPage({ data }: { data: DevelopersData }) {
  return (
    <div className="mx-auto max-w-[74rem] pt-8 desktop:grid desktop:grid-cols-[minmax(0,56rem)_14rem] desktop:justify-between desktop:gap-12">
      <div className="min-w-0">
        <h1>{data.heading}</h1>
        <p className="mb-8 mt-3 text-lg text-muted">{data.intro}</p>
        <ContentsAbove {...data.contents} path={data.path} />
        <TextSections sections={data.about} />
        <Examples {...data.examples} />
        <ApiReference {...data.reference} />
      </div>
      <ContentsBeside {...data.contents} path={data.path} />
    </div>
  )
}

function Examples({ id, title, items, curlLabel, answerLabel }: DevelopersData["examples"]) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id}>{title}</h2>
      {items.map((item) => (
        <div key={item.id} className="mt-5">
          <h3>{item.title}</h3>
          <Code label={`${curlLabel}: ${item.title}`} text={item.curl} />
          {item.note && <p className="mt-2 text-sm text-muted">{item.note}</p>}
          {item.answer && (
            <>
              <p className="mt-3 text-sm text-muted">{answerLabel}</p>
              <Code label={`${answerLabel}: ${item.title}`} text={item.answer} />
            </>
          )}
        </div>
      ))}
    </section>
  )
}

/** Code that scrolls within its box can be reached by keyboard. */
function Code({ label, text }: { label: string; text: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      lang="en"
      className="panel mt-2 max-h-96 overflow-auto whitespace-pre-wrap break-words bg-raised px-4 py-3 font-mono text-[0.8125rem] leading-relaxed [overflow-wrap:anywhere]"
    >
      <code>{text}</code>
    </pre>
  )
}
