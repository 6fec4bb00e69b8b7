import type { MouseEvent } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { splitLocale } from "../../i18n/locales.ts"
import { useNavigation } from "../../ui/navigation.tsx"

/** How running text looks: a measure that reads well, room between sections, tables that fit. */
const PROSE =
  "leading-relaxed break-words [&>*:first-child]:mt-0 [&_h2]:mt-10 [&_h2]:mb-3 [&_h3]:mt-6 [&_h3]:mb-2 [&_p]:mt-4 " +
  "[&_ul]:mt-4 [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:mt-4 [&_ol]:list-decimal [&_ol]:pl-5 [&_li]:mt-1.5 [&_li>p]:mt-0 " +
  "[&_blockquote]:mt-4 [&_blockquote]:border-l-4 [&_blockquote]:border-honey [&_blockquote]:pl-4 [&_blockquote]:text-muted " +
  "[&_code]:rounded [&_code]:bg-raised [&_code]:px-1 [&_code]:py-0.5 [&_code]:text-[0.875em] [&_strong]:font-semibold " +
  "[&_pre]:mt-4 [&_pre]:whitespace-pre-wrap [&_pre]:rounded-lg [&_pre]:bg-raised [&_pre]:p-4 [&_pre_code]:p-0 [&_hr]:my-8 [&_hr]:border-line " +
  "[&_table]:mt-5 [&_table]:w-full [&_table]:border-collapse [&_table]:text-[0.9375rem] [&_table]:leading-normal [&_table]:tabular-nums " +
  "[&_th]:border-b [&_th]:border-line [&_th]:py-2 [&_th]:pr-3 [&_th]:text-left [&_th]:align-bottom [&_th]:text-sm [&_th]:font-semibold [&_th.numeric]:text-right " +
  "[&_td]:border-b [&_td]:border-line [&_td]:py-2 [&_td]:pr-3 [&_td]:align-top [&_:is(th,td):last-child]:pr-0"

/** HTML that the server's markdown renderer made; nothing else may come here. Links within the site change the page in place. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const { locale } = useI18n()
  const { navigate } = useNavigation()
  function follow(event: MouseEvent<HTMLDivElement>) {
    const link = (event.target as Element).closest("a")
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !isPlain || event.defaultPrevented || link.target === "_blank" || link.origin !== location.origin)
      return
    // A document has one language: a link into another one loads a new document.
    if (splitLocale(link.pathname).locale !== locale) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  }
  return <div className={`${PROSE} ${className ?? ""}`} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
}
