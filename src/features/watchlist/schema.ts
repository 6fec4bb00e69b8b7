// What a watchlist takes, and its limits: the same in the browser and at the door. The small build of zod, because it goes to browsers.
import * as z from "zod/mini"
import { keyOf, SLUG, type WatchKey } from "./key.ts"

/** Items of one person, in an account as in a browser. */
export const MOST_ITEMS = 500
export const LONGEST_NOTE = 500
/** Items whose rates are told in one answer. */
export const MOST_RATES = 50
/** Rows of a file that are looked at; a longer file is no watchlist. */
export const MOST_ROWS = 2000
/** Bytes of a file or of a list that is merged: all notes as long as they may be, in any script. */
export const MOST_BYTES = 2 * 1024 * 1024

/** What a person has put to an item. */
export type Own = {
  note: string | null
  /** When it was added, as "2026-11-20T12:00:00.000Z". */
  addedAt: string
  /** What it paid then, in percent; null = nobody knows. */
  addedRatePercent: number | null
}
export type Watched = Own & { key: WatchKey }

/** A note as it is kept: without controls, turned text and space around it; nothing left is no note. */
export function normalNote(text: string): string | null {
  return (
    text
      .replace(/\r\n?/g, "\n")
      .replace(/[^\P{Cc}\n\t]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/gu, "")
      .trim() || null
  )
}

const slug = z.string().check(z.regex(SLUG))
/** Longer than a note may be after it is made normal is too long, not cut: nobody should lose the end of a text unseen. */
export const noteSchema = z.pipe(
  z.pipe(z.string().check(z.maxLength(4 * LONGEST_NOTE)), z.transform(normalNote)),
  z.nullable(z.string().check(z.maxLength(LONGEST_NOTE))),
)
const EARLIEST = "2009-01-03"
/** A moment, or a day at its beginning. */
export const momentSchema = z
  .pipe(
    z.union([z.iso.datetime({ offset: true }), z.iso.date()]),
    z.transform((text) => new Date(text).toISOString()),
  )
  .check(z.refine((text) => text >= EARLIEST))
export const ratePercentSchema = z.number().check(z.gte(-100), z.lte(1_000_000))

const named = z
  .object({ currencySlug: z.optional(slug), offerSlug: z.optional(slug) })
  .check(z.refine(({ currencySlug, offerSlug }) => (currencySlug === undefined) !== (offerSlug === undefined)))

/** The key of what a request names by currencySlug or offerSlug. */
function keyFrom(value: { currencySlug?: string | undefined; offerSlug?: string | undefined }): WatchKey {
  return value.currencySlug === undefined
    ? keyOf("offer", value.offerSlug ?? "")
    : keyOf("currency", value.currencySlug)
}

/** POST /api/watchlist */
export const addSchema = z.pipe(
  z.intersection(named, z.object({ note: z.optional(z.nullable(noteSchema)) })),
  z.transform((value) => ({ key: keyFrom(value), note: value.note ?? null })),
)

/** PATCH /api/watchlist/:id */
export const noteBodySchema = z.object({ note: z.nullable(noteSchema) })

/** POST /api/watchlist/merge: what a browser kept before its person signed in. */
export const mergeSchema = z.object({
  items: z
    .array(
      z.pipe(
        z.intersection(
          named,
          z.object({
            addedAt: momentSchema,
            note: z.optional(z.nullable(noteSchema)),
            addedRatePercent: z.optional(z.nullable(ratePercentSchema)),
          }),
        ),
        z.transform(
          (value): Watched => ({
            key: keyFrom(value),
            note: value.note ?? null,
            addedAt: value.addedAt,
            addedRatePercent: value.addedRatePercent ?? null,
          }),
        ),
      ),
    )
    .check(z.maxLength(MOST_ITEMS)),
})

/** An item as a browser or a file keeps it. */
export const watchedSchema = z.object({
  key: z.pipe(
    z.string().check(z.regex(/^(?:currency|offer):[a-z0-9][a-z0-9-]{0,119}$/)),
    z.transform((key) => key as WatchKey),
  ),
  note: z.nullable(noteSchema),
  addedAt: momentSchema,
  addedRatePercent: z.nullable(ratePercentSchema),
})
