// Ids for events that are made here. Between two events of the same moment the id decides, so later ones must sort later.
import { randomBytes } from "node:crypto"

let count = 0

/** An id that nobody else gives, and that sorts after those given before by this process. */
export function newEventId(): string {
  count++
  return `evt_${String(Date.now()).padStart(15, "0")}_${String(count).padStart(9, "0")}_${randomBytes(6).toString("hex")}`
}
