// A phone on a mobile network opens /earn: when does the page react? 4x CPU slow-down, 1.6 Mbit/s, 150 ms.
import type { Browser } from "playwright"
import { type Line, median } from "./bench.ts"
import { openBrowser } from "./browser.ts"
import { startSite, throwawayFolder } from "./site.ts"

const ROUNDS = 3
const LONGEST_MS = 30_000

export default async function phone(): Promise<Line[]> {
  const site = await startSite({ DATA_DIR: throwawayFolder() })
  const browser = await openBrowser()
  const runs: Timing[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const run = await openPage(browser, `${site.url}/earn`)
    // The first round only fills the site's caches.
    if (round > 0) runs.push(run)
  }
  await browser.close()
  await site.stop()
  return [
    {
      what: "phone: /earn reacts after",
      value: median(runs.map((run) => run.reacts)) / 1000,
      unit: "s",
      budget: { atMost: 1.2 },
    },
    { what: "phone: first picture after", value: median(runs.map((run) => run.paint)) / 1000, unit: "s" },
  ]
}

type Timing = { reacts: number; paint: number }

async function openPage(browser: Browser, url: string): Promise<Timing> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 0.75e6 / 8,
  })
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 })
  await page.addInitScript(watchForReaction)
  await page.goto(url, { waitUntil: "commit", timeout: LONGEST_MS })
  await page.waitForFunction(() => performance.getEntriesByName("reacts").length > 0, null, { timeout: LONGEST_MS })
  const timing = await page.evaluate(() => ({
    reacts: performance.getEntriesByName("reacts")[0]?.startTime ?? Number.NaN,
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  }))
  await context.close()
  return timing
}

/** Runs in the page: clicks a link every 20 ms until React answers the click instead of the browser. */
function watchForReaction(): void {
  addEventListener("click", (event) => {
    if (event.defaultPrevented && performance.getEntriesByName("reacts").length === 0) performance.mark("reacts")
    event.preventDefault()
  })
  const timer = setInterval(() => {
    if (performance.getEntriesByName("reacts").length > 0) return clearInterval(timer)
    document.querySelector("main a")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))
  }, 20)
}
