// Every call of contract/rest "Accounts": success and each failure, at the real doors on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { mailsTo, PASSWORD, person, tokenFor, visitor } from "../../../test/visitor.ts"
import { blockUser, unblockUser } from "./commands.server.ts"
import { findUserByEmail } from "./queries.server.ts"
import { sessions, tokens } from "./tables.server.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => site.clock.move(2 * 3_600_000))

const REGISTRATION = {
  email: "ada@example.org",
  name: "Ada",
  password: PASSWORD,
  locale: "de",
  termsConfirmed: true,
  privacyConfirmed: true,
}
const signedIn = (who: { get: ReturnType<typeof visitor>["get"] }) => who.get("/api/settings")

describe("POST /api/registration", () => {
  it("makes an account, signs in, and sends the confirmation in the person's language", async () => {
    const who = visitor(site)
    const response = await who.post("/api/registration", REGISTRATION)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), email: "ada@example.org" })
    expect((await signedIn(who)).json()).toMatchObject({ name: "Ada", isEmailConfirmed: false, locale: "de" })
    const [mail] = await mailsTo(site, "ada@example.org")
    expect(mail).toMatchObject({ kind: "confirmEmail", recipientName: "Ada" })
    expect(mail?.html).toContain('lang="de"')
  })

  it("takes the address in any spelling for the same account", async () => {
    await person(site, { email: "twice@example.org" })
    const response = await visitor(site).post("/api/registration", { ...REGISTRATION, email: " Twice@Example.ORG " })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      statusCode: 400,
      message: "Email already exists",
      code: "email_exists",
      fields: { email: "email_exists" },
    })
  })

  test.each([
    ["no address", { email: "" }, "email_invalid", "email"],
    ["no address at all", { email: undefined }, "email_invalid", "email"],
    ["something else than an address", { email: "ada at example.org" }, "email_invalid", "email"],
    [
      "256 characters",
      { email: `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(8)}.org` },
      "email_invalid",
      "email",
    ],
    ["two addresses", { email: "ada@example.org, eve@example.org" }, "email_invalid", "email"],
    ["a line end", { email: "ada@example.org\r\nBcc: eve@example.org" }, "email_invalid", "email"],
    ["letters that only look like it", { email: "аda@example.org" }, "email_invalid", "email"],
    ["5 characters", { password: "12345" }, "password_too_short", "password"],
    ["no password", { password: undefined }, "password_too_short", "password"],
    ["no yes to the terms", { termsConfirmed: false }, "terms_required", "termsConfirmed"],
    ["no yes to the privacy notice", { privacyConfirmed: false }, "terms_required", "privacyConfirmed"],
  ])("%s is refused", async (_what, change, code, field) => {
    const response = await visitor(site).post("/api/registration", {
      ...REGISTRATION,
      email: "new@example.org",
      ...change,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ statusCode: 400, code, fields: { [field]: code } })
    expect(await findUserByEmail(site.db, "new@example.org")).toBeUndefined()
  })

  it("names every field that is wrong", async () => {
    const response = await visitor(site).post("/api/registration", {})
    expect(response.json()).toMatchObject({
      code: "email_invalid",
      fields: {
        email: "email_invalid",
        password: "password_too_short",
        termsConfirmed: "terms_required",
        privacyConfirmed: "terms_required",
      },
    })
  })

  it("gives the address to one of many who register it at once", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const response = await visitor(site).post("/api/registration", { ...REGISTRATION, email: "race@example.org" })
        return response.statusCode
      }),
    )
    expect(statuses.toSorted((a, b) => Number(a) - Number(b))).toEqual([201, 400, 400, 400, 400, 400, 400, 400])
  })

  it("keeps who brought the person, and gives a code of their own", async () => {
    const who = visitor(site)
    who.cookies.set("aff", "partner7").set("rcid", "friend7")
    await who.post("/api/registration", { ...REGISTRATION, email: "brought@example.org" })
    const user = await findUserByEmail(site.db, "brought@example.org")
    expect(user).toMatchObject({ broughtByAff: "partner7", broughtByRcid: "friend7" })
    expect(user?.affCode).toMatch(/^[a-z2-9]{12}$/)
  })

  it("does the same by GraphQL", async () => {
    const who = visitor(site)
    const query =
      "mutation register($email: String!, $password: String!, $name: String, $locale: String) { register(input: { email: $email, password: $password, name: $name, locale: $locale }) { id email } }"
    const ask = (variables: object) => who.post("/api/graphql", { operationName: "register", query, variables })
    const done = await ask({ email: "Graph@example.org", password: PASSWORD, name: null, locale: "fr" })
    expect(done.json()).toMatchObject({ data: { register: { email: "graph@example.org" } } })
    expect((await signedIn(who)).json()).toMatchObject({ email: "graph@example.org", locale: "fr", name: null })
    const again = await ask({ email: "graph@example.org", password: PASSWORD, name: null, locale: "fr" })
    expect(again.json()).toMatchObject({
      data: { register: null },
      errors: [{ message: "Email already exists", extensions: { code: "email_exists" } }],
    })
  })
})

describe("POST /api/auth/login", () => {
  it("signs in with a cookie that scripts cannot read", async () => {
    const { email, id } = await person(site)
    const who = visitor(site)
    const response = await who.post("/api/auth/login", { email: email.toUpperCase(), password: PASSWORD })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ id, email })
    const cookie = [response.headers["set-cookie"]].flat().find((text) => text?.startsWith("session="))
    expect(cookie).toMatch(/^session=[\w-]{43}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax; Secure$/)
    expect((await signedIn(who)).json()).toMatchObject({ email })
  })

  test.each([
    ["a wrong password", async () => ({ email: (await person(site)).email, password: "wrong horse" })],
    ["an unknown address", async () => ({ email: "nobody@example.org", password: PASSWORD })],
  ])("%s is Unauthorized, and nothing more", async (_what, credentials) => {
    const response = await visitor(site).post("/api/auth/login", await credentials())
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ statusCode: 401, message: "Unauthorized", code: "unauthorized" })
    expect(response.headers["set-cookie"]).toBeUndefined()
  })

  it("ends the session that the browser came with: nobody can plant one", async () => {
    const { email } = await person(site)
    const victim = visitor(site)
    await victim.post("/api/auth/login", { email, password: PASSWORD })
    const planted = victim.cookies.get("session") ?? ""
    await victim.post("/api/auth/login", { email, password: PASSWORD })
    expect(victim.cookies.get("session")).not.toBe(planted)
    const attacker = visitor(site)
    attacker.cookies.set("session", planted)
    expect((await signedIn(attacker)).statusCode).toBe(401)
  })

  it("keeps no token that opens anything in the database", async () => {
    const who = await person(site)
    const token = who.cookies.get("session") ?? ""
    const rows = await site.db.select().from(sessions)
    expect(JSON.stringify(rows)).not.toContain(token)
    const stolen = visitor(site)
    stolen.cookies.set("session", rows.at(-1)?.tokenHash ?? "")
    expect((await signedIn(stolen)).statusCode).toBe(401)
    const mailToken = await tokenFor(site, who.email, "confirmEmail")
    expect(JSON.stringify(await site.db.select().from(tokens))).not.toContain(mailToken)
  })
})

describe("POST /api/auth/logout", () => {
  it("ends the session on the server and in the browser", async () => {
    const who = await person(site)
    const token = who.cookies.get("session") ?? ""
    expect((await who.post("/api/auth/logout")).statusCode).toBe(204)
    expect(who.cookies.has("session")).toBe(false)
    who.cookies.set("session", token)
    expect((await signedIn(who)).statusCode).toBe(401)
  })
  it("is fine without a session", async () => {
    expect((await visitor(site).send("POST", "/api/auth/logout")).statusCode).toBe(204)
  })
})

describe("restoring a password", () => {
  it("mails a link, sets the password once, and ends every other session", async () => {
    const owner = await person(site)
    const elsewhere = visitor(site)
    await elsewhere.post("/api/auth/login", { email: owner.email, password: PASSWORD })
    expect((await visitor(site).post("/api/registration/restore", { email: owner.email })).statusCode).toBe(204)
    const token = await vi.waitFor(() => tokenFor(site, owner.email, "restorePassword"))
    const body = { token, password: "another horse" }
    const confirm = () => visitor(site).post("/api/registration/restore/confirm", body)
    expect((await confirm()).statusCode).toBe(204)
    expect((await signedIn(owner)).statusCode).toBe(401)
    expect((await signedIn(elsewhere)).statusCode).toBe(401)
    expect((await confirm()).json()).toMatchObject({ statusCode: 400, code: "token_invalid" })
    const login = (password: string) => visitor(site).post("/api/auth/login", { email: owner.email, password })
    expect((await login(PASSWORD)).statusCode).toBe(401)
    expect((await login("another horse")).statusCode).toBe(200)
    // Whoever reads the mails has proved the address.
    expect((await findUserByEmail(site.db, owner.email))?.emailConfirmedAt).not.toBeNull()
    expect((await mailsTo(site, owner.email)).map(({ kind }) => kind)).toContain("passwordChanged")
  })

  it("uses a link once, even when it comes twice at once", async () => {
    const { email } = await person(site)
    await visitor(site).post("/api/registration/restore", { email })
    const token = await vi.waitFor(() => tokenFor(site, email, "restorePassword"))
    const tries = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        visitor(site).post("/api/registration/restore/confirm", { token, password: `horse ${n}` }),
      ),
    )
    expect(tries.map(({ statusCode }) => statusCode).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      204, 400, 400, 400,
    ])
  })

  it("says 204 for an address that nobody has, and writes to nobody", async () => {
    const response = await visitor(site).post("/api/registration/restore", { email: "nobody@example.org" })
    expect(response.statusCode).toBe(204)
    expect(await mailsTo(site, "nobody@example.org")).toEqual([])
  })

  test.each([
    ["an unknown token", "x".repeat(43), "long enough", "token_invalid"],
    ["no token", undefined, "long enough", "token_invalid"],
    ["a short password", "x".repeat(43), "12345", "password_too_short"],
  ])("%s is refused", async (_what, token, password, code) => {
    const response = await visitor(site).post("/api/registration/restore/confirm", { token, password })
    expect(response.json()).toMatchObject({ statusCode: 400, code })
  })

  it("takes no link after an hour", async () => {
    const { email } = await person(site)
    await visitor(site).post("/api/registration/restore", { email })
    const token = await vi.waitFor(() => tokenFor(site, email, "restorePassword"))
    site.clock.move(3_600_000)
    const late = await visitor(site).post("/api/registration/restore/confirm", { token, password: "long enough" })
    expect(late.json()).toMatchObject({ code: "token_invalid" })
  })

  test("email_invalid", async () => {
    const response = await visitor(site).post("/api/registration/restore", { email: "nobody" })
    expect(response.json()).toMatchObject({ statusCode: 400, code: "email_invalid" })
  })
})

describe("GET /api/registration/confirm", () => {
  const HTML = { accept: "text/html,application/xhtml+xml" }

  it("confirms the address for a program, once", async () => {
    const who = await person(site)
    const token = await tokenFor(site, who.email, "confirmEmail")
    const confirm = () => visitor(site).get(`/api/registration/confirm?token=${token}`)
    expect((await confirm()).statusCode).toBe(204)
    expect((await signedIn(who)).json()).toMatchObject({ isEmailConfirmed: true })
    expect((await confirm()).json()).toMatchObject({ statusCode: 400, code: "token_invalid" })
  })

  it("leads a browser to the settings, again when a mail scanner was first", async () => {
    const { email } = await person(site, { locale: "de" })
    const token = await tokenFor(site, email, "confirmEmail")
    for (let click = 0; click < 2; click++) {
      const response = await visitor(site).get(`/api/registration/confirm?token=${token}`, HTML)
      expect([response.statusCode, response.headers.location]).toEqual([302, "/de/settings?confirmed=true"])
    }
  })

  it("says so when the link is none", async () => {
    const response = await visitor(site).get("/api/registration/confirm?token=none", HTML)
    expect(response.headers.location).toBe("/auth/verify_email?error=token_invalid")
    expect((await visitor(site).get("/api/registration/confirm")).json()).toMatchObject({ code: "token_invalid" })
  })

  it("takes only the newest link, and only for three days", async () => {
    const who = await person(site)
    const old = await tokenFor(site, who.email, "confirmEmail")
    site.clock.move(1000)
    expect((await who.post("/api/registration/resend")).statusCode).toBe(204)
    const refused = await visitor(site).get(`/api/registration/confirm?token=${old}`)
    expect(refused.json()).toMatchObject({ code: "token_invalid" })
    site.clock.move(72 * 3_600_000)
    const token = await tokenFor(site, who.email, "confirmEmail")
    const late = await visitor(site).get(`/api/registration/confirm?token=${token}`)
    expect(late.json()).toMatchObject({ code: "token_invalid" })
  })
})

describe("a blocked person", () => {
  const BLOCKED = { statusCode: 401, message: "User is blocked", code: "user_blocked" }

  it("hears it at once, everywhere", async () => {
    const who = await person(site)
    await blockUser(site.db, who.email, "spam", site.clock())
    const calls = [
      signedIn(who),
      who.send("PATCH", "/api/settings", { name: "x" }),
      who.post("/api/registration/resend"),
      who.get("/api/settings/export"),
      visitor(site).post("/api/auth/login", { email: who.email, password: PASSWORD }),
    ]
    for (const response of await Promise.all(calls)) expect(response.json()).toEqual(BLOCKED)
    const guess = await visitor(site).post("/api/auth/login", { email: who.email, password: "wrong horse" })
    expect(guess.json()).toMatchObject({ message: "Unauthorized" })
    expect((await who.post("/api/auth/logout")).statusCode).toBe(204)
  })

  it("has to sign in anew once the block is lifted", async () => {
    const who = await person(site)
    await blockUser(site.db, who.email, "spam", site.clock())
    await unblockUser(site.db, who.email)
    expect((await signedIn(who)).json()).toMatchObject({ message: "Unauthorized" })
    const login = await who.post("/api/auth/login", { email: who.email, password: PASSWORD })
    expect(login.statusCode).toBe(200)
  })

  it("gets no mail to restore the password", async () => {
    const who = await person(site)
    await blockUser(site.db, who.email, "spam", site.clock())
    await visitor(site).post("/api/registration/restore", { email: who.email })
    await site.app.inject("/healthz")
    expect((await mailsTo(site, who.email)).map(({ kind }) => kind)).toEqual(["confirmEmail"])
  })
})

describe("a form without a script", () => {
  it("registers, and comes back with what is wrong", async () => {
    const who = visitor(site)
    const fields = { email: "plain@example.org", password: PASSWORD, locale: "fr" }
    const refused = await who.form("/api/registration", fields)
    expect([refused.statusCode, refused.headers.location]).toEqual([303, "/fr/auth/register?error=terms_required"])
    const done = await who.form("/api/registration", { ...fields, termsConfirmed: "on", privacyConfirmed: "on" })
    expect([done.statusCode, done.headers.location]).toEqual([303, "/fr/settings?registered=true"])
    expect((await signedIn(who)).json()).toMatchObject({ email: "plain@example.org", locale: "fr" })
  })
  it("signs in, out, and restores", async () => {
    const { email } = await person(site)
    const who = visitor(site)
    const wrong = await who.form("/api/auth/login", { email, password: "wrong horse", locale: "de" })
    expect(wrong.headers.location).toBe("/de/auth/login?error=unauthorized")
    const right = await who.form("/api/auth/login", { email, password: PASSWORD, locale: "de" })
    expect(right.headers.location).toBe("/de/settings")
    expect((await who.form("/api/auth/logout", { locale: "de" })).headers.location).toBe("/de")
    const asked = await who.form("/api/registration/restore", { email, locale: "de" })
    expect(asked.headers.location).toBe("/de/auth/restore?sent=true")
    const token = await vi.waitFor(() => tokenFor(site, email, "restorePassword"))
    const short = await who.form("/api/registration/restore/confirm", { token, password: "1", locale: "de" })
    expect(short.headers.location).toBe(`/de/auth/restore/confirm?error=password_too_short&token=${token}`)
  })
})
