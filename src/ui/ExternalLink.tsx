import type { ReactNode } from "react"
import { useI18n } from "../i18n/I18n.tsx"

/** A link that leaves the site: in a new tab, which a screen reader is told. */
export function ExternalLink({ href, children, className }: { href: string; children: ReactNode; className?: string }) {
  const { t } = useI18n()
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={className ?? "text-link"}>
      {children}
      <span aria-hidden="true"> ↗</span>
      <span className="sr-only"> {t("common:opensInNewTab")}</span>
    </a>
  )
}
