/** A live value that has been exactly the same for this long is flagged: it may be frozen at its source. */
export const FROZEN_AFTER_DAYS = 7
