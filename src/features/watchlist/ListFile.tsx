import { type ChangeEvent, useRef, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { FILE_FORMATS, type FileFormat } from "./file.ts"
import type { Imported } from "./list.ts"
import type { Watchlist } from "./use-watchlist.ts"

const TYPE_OF: Record<FileFormat, string> = { json: "application/json", csv: "text/csv" }
/** Rows that are named when they were left out; the rest is a number. */
const MOST_SHOWN = 20

/** Taking the list away as a file, and bringing one back. */
export function ListFile({ watchlist, isEmpty }: { watchlist: Watchlist; isEmpty: boolean }) {
  const { t } = useI18n()
  const [imported, setImported] = useState<Imported | null>(null)
  const field = useRef<HTMLInputElement>(null)

  async function take(format: FileFormat) {
    const text = await watchlist.exportFile(format)
    if (text !== null) download(`apyary-watchlist.${format}`, TYPE_OF[format], text)
  }
  async function bring(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    if (!file) return
    setImported(null)
    const text = await file.text()
    setImported(await watchlist.importFile(formatOf(file.name, text), text))
    // The same file may be chosen again.
    if (field.current) field.current.value = ""
  }

  return (
    <section aria-labelledby="file" className="panel mt-8 p-5">
      <h2 id="file">{t("watchlist:file.title")}</h2>
      <p className="mt-2 max-w-3xl text-sm text-muted">{t("watchlist:file.text")}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {!isEmpty &&
          FILE_FORMATS.map((format) => (
            <button key={format} type="button" className="button" onClick={() => void take(format)}>
              {t(`watchlist:file.${format}`)}
            </button>
          ))}
        <label className="button focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-honey">
          {t("watchlist:file.import")}
          <input
            ref={field}
            type="file"
            accept=".json,.csv,application/json,text/csv"
            className="sr-only"
            onChange={(event) => void bring(event)}
          />
        </label>
      </div>
      <div role="status">{imported && <Report imported={imported} />}</div>
    </section>
  )
}

function Report({ imported }: { imported: Imported }) {
  const { t, formats } = useI18n()
  const { added, known, skipped } = imported
  const counted = (what: "added" | "known" | "skipped", count: number) =>
    t(`watchlist:import.${what}`, { count, text: formats.number(count) })
  return (
    <div className="mt-4 text-sm">
      <p>
        {counted("added", added)} {known > 0 && counted("known", known)}{" "}
        {skipped.length > 0 && counted("skipped", skipped.length)}
      </p>
      {skipped.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {skipped.slice(0, MOST_SHOWN).map(({ row, what, reason }) => (
            <li key={`${row}${reason}`} className="break-words">
              {t("watchlist:import.row", { row: formats.number(row), what: what || "–" })}{" "}
              {t(`watchlist:skip.${reason}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** By its name, else by its first sign: an export of ours that lost its ending is still one. */
function formatOf(name: string, text: string): FileFormat {
  const named = FILE_FORMATS.find((format) => name.toLowerCase().endsWith(`.${format}`))
  return named ?? (/^\ufeff?\s*[{[]/.test(text) ? "json" : "csv")
}

function download(name: string, type: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
