// Work that takes the processor for a while, a little of it at a time: so that pictures never hold up pages.
import { AppError } from "../../core/errors.ts"

export type WorkQueue = {
  /**
   * Does the work when it is its turn. Whoever asks for the same key while it is being done gets the same result.
   * Throws AppError "unavailable" when too many wait already, and what the work throws.
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** A queue that does `atOnce` pieces at a time and lets `waiting` more wait. */
export function createWorkQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): WorkQueue {
  const underway = new Map<string, Promise<unknown>>()
  const line: (() => void)[] = []
  let running = 0

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) await new Promise<void>((resolve) => line.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = line.shift()
      // The place is handed on, so that nobody who comes now gets in between.
      if (next) next()
      else running--
    }
  }

  return {
    run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
      const known = underway.get(key) as Promise<Result> | undefined
      if (known) return known
      if (running >= atOnce && line.length >= waiting)
        return Promise.reject(
          new AppError("unavailable", { message: "Too many pictures are being made: try again in a few seconds." }),
        )
      const done = inTurn(work).finally(() => underway.delete(key))
      underway.set(key, done)
      return done
    },
  }
}
