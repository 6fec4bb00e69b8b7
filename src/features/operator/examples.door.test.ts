// The example that each command's help gives, tried: on a database that has what the examples name.
import { afterAll, beforeAll, expect, test } from "vitest"
import { createFactories } from "../../../test/factories.ts"
import { subscriber } from "../../../test/payments.ts"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { person } from "../../../test/visitor.ts"
import { COMMANDS, runAdmin } from "./run.server.ts"

/** What takes something away, which later examples need, and what speaks of the sources' health. */
const NOT_TRIED = /end$|remove$|delete$|health/

let site: TestApp
beforeAll(async () => {
  site = await testApp()
  const make = createFactories(site.db, site.clock)
  await make.exchange({ slug: "kraken" })
  await make.currency({ slug: "usdc", symbol: "USDC" })
  for (const name of ["ada", "eve"]) await person(site, { email: `${name}@example.org` })
  await subscriber(site, "pro", "monthly")
  await site.database.sql`update payment_event set id = 17 where id = (select min(id) from payment_event)`
  site.clock.set("2026-12-01T12:00:00Z")
})
afterAll(() => site.close())

async function admin(line: string): Promise<{ code: number; text: string }> {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "")
  let text = ""
  const say = (said: string) => void (text += said)
  const open = async () => ({ ...site.database, close: async () => {} })
  return { code: await runAdmin(words, { open, clock: site.clock, print: say, complain: say }), text }
}

test("every example works as it is written", async () => {
  const examples = COMMANDS.filter(({ name }) => !NOT_TRIED.test(name)).map(({ example }) => example)
  const order = (example: string) => (example.includes(":add") ? 0 : 1)
  for (const example of examples.toSorted((a, b) => order(a) - order(b)))
    expect([example, await admin(example)]).toEqual([example, { code: 0, text: expect.any(String) }])
})
