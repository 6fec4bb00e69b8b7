// An alert that a visitor wanted to save: it waits in the tab until there is an account.
import { z } from "zod"
import type { Draft } from "./draft.ts"
import { ALERT_FILTER_KEYS, ALERT_TYPES } from "./rule.ts"
import { FREQUENCIES, SENT_CHANNELS } from "./words.ts"

const KEY = "alert-draft"

const typed = z.union([z.string(), z.array(z.string())])
const draftSchema: z.ZodType<Draft> = z.object({
  id: z.null(),
  name: z.string(),
  type: z.enum(ALERT_TYPES),
  scope: z.enum(["filter", "offer"]),
  offer: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
  filter: z.record(z.enum(ALERT_FILTER_KEYS), typed),
  params: z.record(z.string(), typed),
  amount: z.string(),
  cooldownHours: z.string(),
  hysteresis: z.string(),
  channels: z.array(z.enum(SENT_CHANNELS)),
  frequency: z.enum(FREQUENCIES),
})

/** The draft in a kept text; null for none, and for one of another release. */
export function readDraft(text: string | null): Draft | null {
  try {
    return draftSchema.parse(JSON.parse(text ?? "null"))
  } catch {
    return null
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // Where storage is not allowed the form itself still has it, as long as the page is open.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Then nothing was kept.
  }
}

/** The kept one, once; null when there is none. */
export function takeDraft(): Draft | null {
  try {
    const draft = readDraft(sessionStorage.getItem(KEY))
    dropDraft()
    return draft
  } catch {
    return null
  }
}
