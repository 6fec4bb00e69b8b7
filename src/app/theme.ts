// Light, dark, or what the device prefers. A choice is remembered in the browser and applied before the first paint.

export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]
export const THEME_KEY = "theme"

/**
 * Runs in the head of every page, inline: a file would come too late or hold up the first paint. The text never changes, so that
 * the content security policy can name it by its hash.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`

/** What is chosen in this browser. */
export function readTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(THEME_KEY)) ?? "system"
  } catch {
    return "system"
  }
}

/** Applies a choice now and remembers it. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Where storage is not allowed the choice lasts as long as the document.
  }
}
