// Light, dark, or what the device prefers. A choice is remembered in the browser and applied before the first paint.

export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]
const THEME_KEY = "theme"

/** Applies the choice; runs inline in the head of every page. */
export const APPLY_THEME_SCRIPT = `var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t`

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
