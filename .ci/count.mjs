// Sums what the runners reported (vitest's and Playwright's JSON) into one line. A report that cannot be read is an error.
import { readFileSync } from "node:fs"

const total = { passed: 0, failed: 0, skipped: 0 }
for (const file of process.argv.slice(2)) {
  const { passed, failed, skipped } = countsOf(JSON.parse(readFileSync(file, "utf8")))
  if (![passed, failed, skipped].every(Number.isInteger) || passed + failed === 0) {
    console.error(`error: ${file} tells of no tests`)
    process.exit(1)
  }
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
if (process.argv.length <= 2) {
  console.error("error: no report was named")
  process.exit(1)
}
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`)
process.exit(total.failed > 0 ? 1 : 0)

function countsOf(report) {
  if (report.stats) {
    const { expected, unexpected, flaky, skipped } = report.stats
    return { passed: expected + flaky, failed: unexpected, skipped }
  }
  const broken = (report.testResults ?? []).filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}
