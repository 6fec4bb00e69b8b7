// Why somebody cancels or takes a smaller plan (spec 5, 9): the reasons, when they can be sent, and the comment they become.

/** What the survey is asked for. */
export type SurveyFlow = "cancel" | "downgradeToFree" | "downgradeToPaid"

// Ids are kept for good: texts are `billing:survey.reason.<id>`. The last of each list opens the text box.
const LEAVING = ["tooExpensive", "tooLittleUse", "missingFeature", "foundAnother", "other"] as const
const SMALLER = ["tooExpensive", "lessIsEnough", "other"] as const
export type SurveyReason = (typeof LEAVING)[number] | (typeof SMALLER)[number]

/** The reasons of a flow, in the order in which they stand: 5 when somebody goes to the free plan, 3 for a smaller paid one. */
export function surveyReasons(flow: SurveyFlow): readonly SurveyReason[] {
  return flow === "downgradeToPaid" ? SMALLER : LEAVING
}

type Reason = { id: string; text: string }

const tickedOf = (reasons: readonly Reason[], tickedIds: readonly string[]) =>
  reasons.filter(({ id }) => tickedIds.includes(id))

/** The text box is there only while the last reason is ticked. */
export function hasTextBox(reasonIds: readonly string[], tickedIds: readonly string[]): boolean {
  const last = reasonIds.at(-1)
  return last !== undefined && tickedIds.includes(last)
}

/** At least one of the reasons must be ticked; the text box may stay empty. */
export function canConfirmSurvey(reasonIds: readonly string[], tickedIds: readonly string[]): boolean {
  return reasonIds.some((id) => tickedIds.includes(id))
}

/**
 * The comment that is sent: the ticked reasons in the order of the list, joined with ". ", and the text of the box after ": ".
 * What was typed before the last reason was unticked is not sent. Empty when nothing is ticked.
 */
export function surveyComment(reasons: readonly Reason[], tickedIds: readonly string[], extraText: string): string {
  const joined = tickedOf(reasons, tickedIds)
    .map(({ text }) => text)
    .join(". ")
  const extra = extraText.trim()
  const reasonIds = reasons.map(({ id }) => id)
  return extra !== "" && hasTextBox(reasonIds, tickedIds) ? `${joined}: ${extra}` : joined
}

/** How much may be typed, in letters: with all reasons the comment stays below what the server takes (MAX_COMMENT in schema.ts). */
export const LONGEST_EXTRA = 3000

const MIN_ROWS = 4
const MAX_ROWS = 12

/** The height of the text box in rows: as many as the text has lines, from 4 to 12. `columns` is how many letters a line holds before it breaks. */
export function textBoxRows(text: string, columns = Number.POSITIVE_INFINITY): number {
  const rows = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0)
  return Math.min(MAX_ROWS, Math.max(MIN_ROWS, rows))
}
