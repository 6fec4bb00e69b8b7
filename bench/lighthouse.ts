// Lighthouse's own mobile profile over /earn: all four scores.
import lighthouse from "lighthouse"
import type { Line } from "./bench.ts"
import { openBrowser } from "./browser.ts"
import { freePort, startSite, throwawayFolder } from "./site.ts"

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const

export default async function scores(): Promise<Line[]> {
  const site = await startSite({ DATA_DIR: throwawayFolder() })
  const port = await freePort()
  const browser = await openBrowser([`--remote-debugging-port=${port}`])
  const run = await lighthouse(`${site.url}/earn`, {
    port,
    output: "json",
    logLevel: "error",
    formFactor: "mobile",
    onlyCategories: [...CATEGORIES],
    maxWaitForLoad: 45_000,
  })
  await browser.close()
  await site.stop()
  if (!run) throw new Error("Lighthouse gave no report")
  const { categories, audits } = run.lhr
  for (const category of CATEGORIES) {
    for (const { id, weight } of categories[category]?.auditRefs ?? []) {
      const audit = audits[id]
      if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
        process.stderr.write(`${category}: ${audit.title} ${audit.displayValue ?? ""}\n`)
    }
  }
  return CATEGORIES.map((category) => ({
    what: `Lighthouse mobile, /earn: ${category}`,
    value: Math.round((categories[category]?.score ?? 0) * 100),
    unit: "points",
    budget: { atLeast: 95 },
  }))
}
