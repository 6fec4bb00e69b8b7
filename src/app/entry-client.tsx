import "@vitejs/plugin-react/preamble"
import "./styles.css"
import { StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { type Island, ISLAND_ID } from "./page.ts"
import { PAGES } from "./pages.tsx"
import { Site } from "./Site.tsx"

const island = JSON.parse(document.getElementById(ISLAND_ID)?.textContent ?? "null") as Island
const { default: Page } = await PAGES[island.payload.page].load()
hydrateRoot(
  document,
  <StrictMode>
    <Site island={island} Page={Page} />
  </StrictMode>,
)
