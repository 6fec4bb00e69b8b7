// A clock for tests.
import type { Clock } from "../src/core/clock.ts"
import { FIXTURE_NOW } from "../src/features/ingest/sources/fixture-http.server.ts"

export type TestClock = Clock & { set(moment: Date | string): void; move(ms: number): void }

/** A clock that stands still until it is moved. */
export function testClock(start: Date = FIXTURE_NOW): TestClock {
  let now = start
  return Object.assign(() => now, {
    set: (moment: Date | string) => void (now = new Date(moment)),
    move: (ms: number) => void (now = new Date(now.getTime() + ms)),
  })
}
