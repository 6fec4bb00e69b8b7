// What leaving an offer takes, for protocols whose feed does not tell it: checked by hand, with source and date per row.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { z } from "zod"
import { type Term, termSchema } from "../market/schema.ts"

const FILE = resolve(import.meta.dirname, "../../../db/seed/protocol-terms.json")

const rowSchema = z.object({
  protocolSlug: z.string(),
  /** Only offers in one of these; without it, all of the protocol. */
  symbols: z.array(z.string()).optional(),
  term: termSchema.partial(),
  sourceUrl: z.url(),
  asOf: z.iso.date(),
})

const content = readFileSync(FILE, "utf8")
const rows = z.object({ rows: z.array(rowSchema) }).parse(JSON.parse(content)).rows

/** Changes with the file, so that offers are written anew when it does. */
export const PROTOCOL_TERMS_VERSION = createHash("sha1").update(content).digest("base64url").slice(0, 8)

/** The terms known for a protocol's offer in these currencies; none when nothing is known. A row for the currency goes before one for all. */
export function protocolTerms(protocolSlug: string, symbols: readonly string[]): Term[] {
  const own = rows.filter((row) => row.protocolSlug === protocolSlug)
  const found =
    own.find((row) => row.symbols?.some((symbol) => symbols.includes(symbol))) ??
    own.find((row) => row.symbols === undefined)
  return found && symbols.length === 1 ? [termSchema.parse(found.term)] : []
}
