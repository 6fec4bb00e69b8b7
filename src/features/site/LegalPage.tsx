import { ContentsAbove, ContentsBeside } from "../blog/Contents.tsx"
import { RichText } from "../blog/RichText.tsx"
import type { LegalData } from "./data.ts"

export default function LegalPage({ data }: { data: LegalData }) {
  return (
    <div className="mx-auto max-w-[66rem] pt-8 desktop:grid desktop:grid-cols-[minmax(0,46rem)_16rem] desktop:justify-between desktop:gap-12">
      <article>
        <header className="mb-8">
          <h1>{data.title}</h1>
          <p className="mt-2 text-sm text-muted">
            {data.updatedLabel} <time dateTime={data.day}>{data.updated}</time>
          </p>
        </header>
        <ContentsAbove {...data.contents} path={data.path} />
        <RichText html={data.html} />
      </article>
      <ContentsBeside {...data.contents} path={data.path} />
    </div>
  )
}
