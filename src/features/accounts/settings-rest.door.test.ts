// What a signed-in person sees and changes of their account.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { mailsTo, PASSWORD, person, tokenFor, visitor } from "../../../test/visitor.ts"
import { unsubscribeUrl } from "./unsubscribe.server.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => site.clock.move(2 * 3_600_000))

type Who = Awaited<ReturnType<typeof person>>
const settingsOf = async (who: Who) => (await who.get("/api/settings")).json<Record<string, unknown>>()

it("tells everything that the page shows, and nothing that lets somebody in", async () => {
  const who = await person(site)
  const response = await who.get("/api/settings", { "user-agent": "Test" })
  expect(response.headers["cache-control"]).toBe("no-store")
  expect(response.json()).toEqual({
    id: who.id,
    email: who.email,
    pendingEmail: null,
    isEmailConfirmed: false,
    name: null,
    hasPassword: true,
    locale: "en",
    theme: "system",
    timeZone: "UTC",
    affCode: expect.stringMatching(/^[a-z2-9]{12}$/),
    logins: [],
    providers: { google: false, facebook: false },
    notificationGroups: ["alerts"],
    sessions: [
      {
        id: expect.any(String),
        userAgent: "lightMyRequest",
        createdAt: site.clock().toISOString(),
        lastSeenAt: site.clock().toISOString(),
        isCurrent: true,
      },
    ],
  })
})

test.each([
  ["GET", "/api/settings"],
  ["PATCH", "/api/settings"],
  ["POST", "/api/settings/password"],
  ["POST", "/api/settings/email"],
  ["DELETE", "/api/settings/sessions"],
  ["DELETE", "/api/settings/sessions/00000000-0000-4000-8000-000000000000"],
  ["DELETE", "/api/settings/logins/google"],
  ["GET", "/api/settings/export"],
  ["POST", "/api/settings/delete"],
  ["POST", "/api/registration/resend"],
] as const)("%s %s is for signed-in people", async (method, url) => {
  const body = method === "GET" || method === "DELETE" ? undefined : {}
  const response = await visitor(site).send(method, url, body)
  expect(response.json()).toMatchObject({ statusCode: 401, message: "Unauthorized" })
})

describe("PATCH /api/settings", () => {
  it("changes what is given and nothing else", async () => {
    const who = await person(site)
    const patch = (change: object) => who.send("PATCH", "/api/settings", change)
    expect((await patch({ name: " Ada ", timeZone: "Europe/Berlin" })).statusCode).toBe(204)
    expect((await patch({ locale: "zh-CN", theme: "dark", notificationGroups: ["news"] })).statusCode).toBe(204)
    expect(await settingsOf(who)).toMatchObject({
      name: "Ada",
      timeZone: "Europe/Berlin",
      locale: "zh-CN",
      theme: "dark",
      notificationGroups: ["news"],
    })
    await patch({ name: "", notificationGroups: [] })
    expect(await settingsOf(who)).toMatchObject({ name: null, notificationGroups: [] })
  })
  test.each([
    { locale: "xx" },
    { theme: "pink" },
    { timeZone: "Mars/Olympus" },
    { notificationGroups: ["everything"] },
    { name: "a".repeat(101) },
  ])("%j is refused", async (change) => {
    const who = await person(site)
    const response = await who.send("PATCH", "/api/settings", change)
    expect(response.json()).toMatchObject({
      statusCode: 400,
      fields: { [Object.keys(change)[0] ?? ""]: "bad_request" },
    })
  })
})

describe("a new password", () => {
  it("needs the old one, and ends the other sessions but not this one", async () => {
    const who = await person(site)
    const elsewhere = visitor(site)
    await elsewhere.post("/api/auth/login", { email: who.email, password: PASSWORD })
    const before = who.cookies.get("session")
    const wrong = await who.post("/api/settings/password", { currentPassword: "wrong", password: "new horse" })
    expect(wrong.json()).toMatchObject({
      statusCode: 400,
      code: "password_wrong",
      fields: { currentPassword: "password_wrong" },
    })
    const done = await who.post("/api/settings/password", { currentPassword: PASSWORD, password: "new horse" })
    expect(done.statusCode).toBe(204)
    expect(who.cookies.get("session")).not.toBe(before)
    expect((await who.get("/api/settings")).statusCode).toBe(200)
    expect((await elsewhere.get("/api/settings")).statusCode).toBe(401)
    expect((await mailsTo(site, who.email)).map(({ kind }) => kind)).toContain("passwordChanged")
  })
})

describe("a new address", () => {
  it("counts once it has confirmed itself, and the old one is told", async () => {
    const who = await person(site)
    const email = `new-${who.email}`
    expect((await who.post("/api/settings/email", { email, password: PASSWORD })).statusCode).toBe(204)
    expect(await settingsOf(who)).toMatchObject({ email: who.email, pendingEmail: email })
    const token = await tokenFor(site, email, "confirmNewEmail")
    expect((await visitor(site).get(`/api/registration/confirm?token=${token}`)).statusCode).toBe(204)
    expect(await settingsOf(who)).toMatchObject({ email, pendingEmail: null, isEmailConfirmed: true })
    expect((await mailsTo(site, who.email)).map(({ kind }) => kind)).toContain("emailChanged")
  })
  it("needs the password, and an address that nobody has", async () => {
    const [who, other] = [await person(site), await person(site)]
    const ask = async (body: object) => (await who.post("/api/settings/email", body)).json()
    expect(await ask({ email: "free@example.org", password: "wrong" })).toMatchObject({ code: "password_wrong" })
    expect(await ask({ email: other.email, password: PASSWORD })).toMatchObject({ code: "email_exists" })
    expect(await ask({ email: "nothing", password: PASSWORD })).toMatchObject({ code: "email_invalid" })
  })
  it("is not taken from somebody who registered it meanwhile", async () => {
    const who = await person(site)
    await who.post("/api/settings/email", { email: "wanted@example.org", password: PASSWORD })
    const token = await tokenFor(site, "wanted@example.org", "confirmNewEmail")
    await person(site, { email: "wanted@example.org" })
    const late = await visitor(site).get(`/api/registration/confirm?token=${token}`)
    expect(late.json()).toMatchObject({ statusCode: 400, code: "email_exists" })
    expect(await settingsOf(who)).toMatchObject({ email: who.email })
  })
})

describe("sessions", () => {
  it("end one by one, or all at once", async () => {
    const who = await person(site)
    const elsewhere = visitor(site)
    await elsewhere.post("/api/auth/login", { email: who.email, password: PASSWORD })
    const listed = (await settingsOf(who)).sessions as { id: string; isCurrent: boolean }[]
    expect(listed.map(({ isCurrent }) => isCurrent).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
    const other = listed.find(({ isCurrent }) => !isCurrent)
    await who.send("DELETE", `/api/settings/sessions/${other?.id}`)
    expect((await elsewhere.get("/api/settings")).statusCode).toBe(401)
    await elsewhere.post("/api/auth/login", { email: who.email, password: PASSWORD })
    expect((await who.send("DELETE", "/api/settings/sessions")).statusCode).toBe(204)
    expect(who.cookies.has("session")).toBe(false)
    expect((await elsewhere.get("/api/settings")).statusCode).toBe(401)
  })
})

describe("leaving", () => {
  it("hands out everything, without hashes", async () => {
    const who = await person(site)
    const response = await who.get("/api/settings/export")
    expect(response.headers["content-disposition"]).toContain("apyary-my-data.json")
    expect(response.json()).toMatchObject({ account: { email: who.email }, mails: ["alerts"], sessions: [{}] })
    expect(response.json()).toMatchObject({
      watchlist: [],
      alerts: [],
      notifications: [],
      orders: [],
      subscription: null,
    })
    expect(response.body).not.toMatch(/argon2|hash|token|secret/i)
  })
  it("needs the address and the password, and leaves nothing", async () => {
    const who = await person(site)
    const leave = async (body: object) => who.post("/api/settings/delete", body)
    expect((await leave({ email: "other@example.org", password: PASSWORD })).json()).toMatchObject({
      code: "email_invalid",
    })
    expect((await leave({ email: who.email, password: "wrong" })).json()).toMatchObject({ code: "password_wrong" })
    expect((await leave({ email: who.email, password: PASSWORD })).statusCode).toBe(204)
    expect((await who.get("/api/settings")).statusCode).toBe(401)
    expect((await mailsTo(site, who.email)).map(({ kind }) => kind)).toEqual(["accountDeleted"])
    // The address is free again.
    await person(site, { email: who.email })
  })
})

describe("the link that ends mails", () => {
  const linkOf = async (who: Who, group: "alerts" | "news") => {
    const url = await unsubscribeUrl(site.db, "https://apyary.test", { userId: who.id, group, locale: "en" })
    return new URL(url)
  }
  const groupsOf = async (who: Who) => (await settingsOf(who)).notificationGroups

  it("does nothing when a scanner opens it", async () => {
    const who = await person(site)
    const link = await linkOf(who, "alerts")
    expect((await visitor(site).get(link.pathname + link.search)).statusCode).toBe(200)
    expect(await groupsOf(who)).toEqual(["alerts"])
  })
  it("ends them by the page's button, and by the mail program's post", async () => {
    for (const way of ["form", "program"] as const) {
      const who = await person(site)
      await who.send("PATCH", "/api/settings", { notificationGroups: ["alerts", "news"] })
      const link = await linkOf(who, "alerts")
      const [user, signature] = [link.searchParams.get("user") ?? "", link.searchParams.get("signature") ?? ""]
      const response =
        way === "form"
          ? await visitor(site).form("/api/unsubscribe", { group: "alerts", user, signature, locale: "de" })
          : await visitor(site).send("POST", link.pathname + link.search, "List-Unsubscribe=One-Click", {
              "content-type": "application/x-www-form-urlencoded",
            })
      if (way === "form") expect(response.headers.location).toBe("/de/unsubscribe_alerts?done=true")
      else expect(response.statusCode).toBe(204)
      expect(await groupsOf(who)).toEqual(["news"])
    }
  })
  it("is for one person and one group", async () => {
    const [who, other] = [await person(site), await person(site)]
    const link = await linkOf(who, "alerts")
    const signature = link.searchParams.get("signature") ?? ""
    for (const fields of [
      { group: "alerts", user: other.id, signature },
      { group: "news", user: who.id, signature },
      { group: "alerts", user: who.id, signature: `${signature}x` },
      { group: "alerts", user: who.id },
    ]) {
      expect((await visitor(site).post("/api/unsubscribe", fields)).json()).toMatchObject({ code: "token_invalid" })
    }
    expect(await groupsOf(other)).toEqual(["alerts"])
  })
})

it("carries the whole user of getUser", async () => {
  const who = await person(site, { locale: "fr" })
  const query =
    "query getUser { user { id email isEmailConfirmed name affCode tariffCode tariffCodeNext tariffPeriod tariffPeriodNext tariffActiveFrom tariffActiveTo tariff { id code name alertCount alertTypes notificationCount apyHistory exportCsv noAds offerStatusHistory } telegramChatId telegramToken notificationsCount alert { id } alertCount watchlist { id currencyId } notifications { id groupId group { id slug name locale translations { name locale } } } } }"
  const response = await who.post("/graphql", { operationName: "getUser", query, variables: {} })
  expect(response.json()).toMatchObject({
    data: {
      user: {
        id: who.id,
        email: who.email,
        isEmailConfirmed: false,
        tariffCode: "free",
        tariffPeriod: null,
        tariff: { code: "free", alertCount: 1, notificationCount: 10 },
        alert: [],
        alertCount: 0,
        watchlist: [],
        notifications: [{ groupId: "1", group: { slug: "alerts", name: "Alertes", locale: "fr" } }],
      },
    },
  })
  const { translations } = response.json().data.user.notifications[0].group
  expect(translations).toHaveLength(9)
})
