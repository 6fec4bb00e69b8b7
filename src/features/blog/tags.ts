// What posts are about. A further tag is a word here and its name in the texts (content:tag.<word>).
export const TAGS = ["cards", "defi", "lending", "method", "rates", "risk", "savings", "staking"] as const
export type Tag = (typeof TAGS)[number]
