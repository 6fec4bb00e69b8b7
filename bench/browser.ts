import chromium from "@sparticuz/chromium"
import { type Browser, chromium as playwright } from "playwright"

/** What Chromium needs as root and without asking anybody on the internet (design 9). */
const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return playwright.launch({ executablePath: await chromium.executablePath(), args: [...ARGS, ...args] })
}
