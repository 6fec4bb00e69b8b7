import type { TokenPurpose } from "./user.ts"

const HOUR_MS = 3_600_000

/** How long the link of a mail works. */
export const TOKEN_LIFE_MS: Record<TokenPurpose, number> = {
  confirmEmail: 72 * HOUR_MS,
  changeEmail: 24 * HOUR_MS,
  restorePassword: HOUR_MS,
}
