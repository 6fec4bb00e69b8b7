// Work that waits in a table, done side by side: each lane takes one thing after the other until there is none.
import { messageOf } from "./errors.ts"
import type { Logger } from "./log.server.ts"

export type LaneOptions<Item> = {
  /** How many lanes there are at most. */
  atOnce: number
  /** Takes the next thing for this process alone; undefined when nothing is due. */
  claim: () => Promise<Item | undefined>
  work: (item: Item) => Promise<void>
  log: Logger
  /** For the log, when a lane ends by an error: the next look opens a new one. */
  trouble: string
}

export type Lanes = {
  /** Looks for work. A lane that finds some opens the next one, so that nothing to do costs one question. */
  open: () => void
  /** Takes nothing more; resolves when what was taken is done. */
  stop: () => Promise<void>
}

export function openLanes<Item>({ atOnce, claim, work, log, trouble }: LaneOptions<Item>): Lanes {
  const lanes = new Set<Promise<void>>()
  let isStopping = false
  const next = async () => (isStopping ? undefined : claim())

  async function run(): Promise<void> {
    try {
      for (let item = await next(); item; item = await next()) {
        open()
        await work(item)
      }
    } catch (error) {
      log.warn({ reason: messageOf(error) }, trouble)
    }
  }
  function open(): void {
    if (isStopping || lanes.size >= atOnce) return
    const lane = run().finally(() => lanes.delete(lane))
    lanes.add(lane)
  }
  return {
    open,
    async stop() {
      isStopping = true
      await Promise.all(lanes)
    },
  }
}
