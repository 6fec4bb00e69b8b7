// What a bench gives back, and the few sums that several of them need.

export type Line = {
  what: string
  value: number
  unit: string
  /** Missing: for information only. */
  budget?: { atMost: number } | { atLeast: number }
}

export type Bench = () => Promise<Line[]>

export function isMet({ value, budget }: Line): boolean {
  if (!budget) return true
  return "atMost" in budget ? value <= budget.atMost : value >= budget.atLeast
}

/** The value below which the given share of them lies; the middle one for 0.5. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Numbers from 0 to 1 that look random and are the same every time (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
