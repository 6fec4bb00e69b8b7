// Who earns from an order, through the real doors: webhooks in, GET /api/affiliate out.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { account, eventText, type Person, postSandbox } from "../../../test/payments.ts"
import { TEST_URL, type TestApp, testApp } from "../../../test/test-app.ts"
import { visitor } from "../../../test/visitor.ts"
import { setAffiliateRole } from "./commands.server.ts"
import { COMMISSION_PERCENT, commissionOf } from "./roles.ts"
import { affiliateClicks, commissions } from "./tables.server.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set("2026-11-20T23:59:00Z")
  await site.database.sql`truncate user_account, affiliate_click cascade`
  await site.database.sql`truncate payment_event, payment_order cascade`
})

type Report = {
  affCode: string
  link: string
  role: string
  clicks: number
  signUps: number
  orders: number
  reversedOrders: number
  commission: { currency: string; amount: number; reversed: number }[]
}
const report = async (user: Person) => (await user.get("/api/affiliate")).json<Report>()
let count = 0
type Wishes = { orderId?: string; amount?: number; currency?: string; rcid?: string | null; affCode?: string | null }
async function buy(
  user: Person,
  { orderId = `o${++count}`, amount = 100, currency = "USD", rcid = null, affCode = null }: Wishes = {},
) {
  const order = {
    orderId,
    amount,
    currency,
    coupon: null,
    tariffCode: "pro",
    tariffPeriod: "monthly",
    rcid,
    affCode,
  } as const
  await postSandbox(site, eventText(site, "paid", user, { order }))
  return orderId
}
const refund = (user: Person, orderId: string, amount: number) =>
  postSandbox(site, eventText(site, "refunded", user, { refund: { refundId: `r${++count}`, orderId, amount } }))

describe("GET /api/affiliate", () => {
  it("is for the signed-in, and begins with nothing", async () => {
    expect((await visitor(site).get("/api/affiliate")).statusCode).toBe(401)
    const user = await account(site)
    const answer = await user.get("/api/affiliate")
    expect(answer.headers["cache-control"]).toBe("private, no-store")
    expect(answer.json()).toEqual({
      affCode: user.affCode,
      link: `${TEST_URL}/?aff=${user.affCode}`,
      role: "affiliate",
      clicks: 0,
      signUps: 0,
      orders: 0,
      reversedOrders: 0,
      commission: [],
    })
  })

  it("tells clicks, sign-ups, orders and sums, and nothing about who", async () => {
    const friend = await account(site)
    for (const query of [
      `aff=${friend.affCode}`,
      `rcid=${friend.affCode}&aff=${friend.affCode}`,
      "aff=nobody",
      "aff=%3Cx%3E",
    ]) {
      await site.ask(`/earn?${query}`)
    }
    await site.ask(`/earn?aff=${friend.affCode}`, { method: "HEAD" })
    await site.ask(`/_data/earn?aff=${friend.affCode}`)
    site.clock.move(60_000)
    await site.ask(`/?aff=${friend.affCode}`)
    await expect
      .poll(() => site.db.select().from(affiliateClicks).orderBy(affiliateClicks.day))
      .toEqual([
        { affCode: friend.affCode, day: "2026-11-20", clicks: 2 },
        { affCode: friend.affCode, day: "2026-11-21", clicks: 1 },
      ])
    const a = await account(site, { broughtByAff: friend.affCode })
    await account(site, { broughtByRcid: friend.affCode })
    await buy(a)
    await buy(a, { currency: "EUR", amount: 9.99 })
    const told = await report(friend)
    expect(told).toMatchObject({ clicks: 3, signUps: 2, orders: 2, reversedOrders: 0 })
    expect(told.commission).toEqual([
      { currency: "EUR", amount: 2, reversed: 0 },
      { currency: "USD", amount: 20, reversed: 0 },
    ])
    expect(JSON.stringify(told)).not.toContain(a.email)
  })
})

describe("who earns", () => {
  test.each<[string, { user?: [boolean, boolean]; order?: [boolean, boolean] }, string | null]>([
    ["nobody brought the buyer", {}, null],
    ["an affiliate's link before the sign-up", { user: [true, false] }, "affiliate"],
    ["a friend's link before the sign-up", { user: [false, true] }, "referral"],
    ["both: the affiliate's counts", { user: [true, true] }, "affiliate"],
    ["a friend's link that the checkout knew of", { order: [false, true] }, "referral"],
    ["an affiliate's link that the checkout knew of", { order: [true, true] }, "affiliate"],
  ])("%s", async (_what, { user: brought = [], order: carried = [] }, role) => {
    const earner = await account(site)
    const code = (is: boolean | undefined) => (is ? earner.affCode : null)
    const buyer = await account(site, { broughtByAff: code(brought[0]), broughtByRcid: code(brought[1]) })
    await buy(buyer, { affCode: code(carried[0]), rcid: code(carried[1]) })
    const rows = await site.db.select().from(commissions)
    expect(rows.map((row) => [row.userId, row.role, row.amount])).toEqual(
      role === null ? [] : [[earner.id, role, COMMISSION_PERCENT[role as "affiliate"]]],
    )
  })

  it("nobody from their own order, and nobody through a code that is nobody's", async () => {
    const user = await account(site)
    await buy(user, { affCode: user.affCode, rcid: user.affCode })
    await buy(user, { affCode: "nobody", rcid: "x' or 1=1 --" })
    expect(await site.db.select().from(commissions)).toEqual([])
    const friend = await account(site)
    await buy(user, { affCode: user.affCode, rcid: friend.affCode })
    expect(await site.db.select().from(commissions)).toMatchObject([{ userId: friend.id, role: "referral" }])
  })

  it("an ambassador earns more, and what was earned before keeps its percentage", async () => {
    const earner = await account(site)
    const buyer = await account(site, { broughtByAff: earner.affCode })
    const first = await buy(buyer)
    await site.db.transaction((tx) => setAffiliateRole(tx, earner.id, "ambassador"))
    await buy(buyer)
    await buy(buyer, { orderId: first })
    const told = await report(earner)
    expect([told.role, told.orders, told.commission]).toEqual([
      "ambassador",
      2,
      [{ currency: "USD", amount: 50, reversed: 0 }],
    ])
  })
})

describe("what was given back", () => {
  it("is taken back from the commission: in part, then all of it, and once", async () => {
    const earner = await account(site)
    const buyer = await account(site, { broughtByAff: earner.affCode })
    const order = await buy(buyer)
    await refund(buyer, order, 25)
    expect((await report(earner)).commission).toEqual([{ currency: "USD", amount: 15, reversed: 5 }])
    await refund(buyer, order, 75)
    expect(await report(earner)).toMatchObject({ reversedOrders: 1, commission: [{ amount: 0, reversed: 20 }] })
    await refund(buyer, order, 75)
    await buy(buyer, { orderId: order })
    expect(await report(earner)).toMatchObject({
      orders: 1,
      reversedOrders: 1,
      commission: [{ amount: 0, reversed: 20 }],
    })
  })

  it("also when the refund came first", async () => {
    const earner = await account(site)
    const buyer = await account(site, { broughtByAff: earner.affCode })
    await refund(buyer, "late", 100)
    await buy(buyer, { orderId: "late" })
    expect(await report(earner)).toMatchObject({
      orders: 1,
      reversedOrders: 1,
      commission: [{ amount: 0, reversed: 20 }],
    })
  })

  test.each([
    [100, 0, 20, 20],
    [9.99, 0, 20, 2],
    [1.005, 0, 100, 1.01],
    [100, 100, 20, 0],
    [100, 120, 20, 0],
    [33.33, 11.11, 10, 2.22],
  ])("%d less %d at %d %% is %d", (amount, back, percent, wanted) => {
    expect(commissionOf(amount, back, percent)).toBe(wanted)
  })
})
