// What has to be known before the first paint: the chosen theme, whether somebody is signed in, whether a banner was shown.
import { HINT_SCRIPT } from "../features/accounts/hint.ts"
import { APPLY_THEME_SCRIPT } from "../ui/theme.ts"
import { RESERVE_SCRIPT } from "./banner-room.ts"

/**
 * Runs in the head of every page, inline: a file would come too late or hold up the first paint. The text never changes, so that
 * the content security policy can name it by its hash.
 */
export const THEME_SCRIPT = [APPLY_THEME_SCRIPT, HINT_SCRIPT, RESERVE_SCRIPT]
  .map((script) => `try{${script}}catch(e){}`)
  .join(";")
