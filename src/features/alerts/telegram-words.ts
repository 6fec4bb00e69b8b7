// What the buttons under the bot's messages send back.

export const SNOOZE_HOURS = 24
const SNOOZE = /^snooze:(\d{1,9})$/

export function snoozeData(ruleId: number): string {
  return `snooze:${ruleId}`
}

/** The rule that a button is about; null when it says something else. */
export function ruleOfSnooze(data: string): number | null {
  const id = SNOOZE.exec(data)?.[1]
  return id === undefined ? null : Number(id)
}
