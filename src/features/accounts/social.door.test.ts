// Signing in through a provider, against a real OAuth server on loopback that signs its tokens and checks PKCE.
import { OAuth2Server } from "oauth2-mock-server"
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from "vitest"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { PASSWORD, person, tokenFor, type Visitor, visitor } from "../../../test/visitor.ts"
import { blockUser } from "./commands.server.ts"
import { findUserByEmail } from "./queries.server.ts"

const provider = new OAuth2Server()
let site: TestApp
let people = 0
beforeAll(async () => {
  await provider.issuer.keys.generate("RS256")
  await provider.start(0, "127.0.0.1")
  const url = provider.issuer.url ?? ""
  site = await testApp({
    settings: {
      GOOGLE_CLIENT_ID: "google-id",
      GOOGLE_CLIENT_SECRET: "google-secret",
      GOOGLE_ISSUER_URL: url,
      FACEBOOK_CLIENT_ID: "facebook-id",
      FACEBOOK_CLIENT_SECRET: "facebook-secret",
      FACEBOOK_AUTHORIZE_URL: `${url}/authorize`,
      FACEBOOK_TOKEN_URL: `${url}/token`,
      FACEBOOK_PROFILE_URL: `${url}/userinfo`,
    },
  })
})
afterAll(async () => {
  await site.close()
  await provider.stop()
})
afterEach(() => provider.service.removeAllListeners())

type Claims = { sub: string; email?: string; email_verified?: boolean; name?: string }

/** What the provider says of whoever signs in next. */
function providerSays(claims: Claims): void {
  provider.service.removeAllListeners()
  provider.service.on("beforeTokenSigning", (token: { payload: object }) => Object.assign(token.payload, claims))
  provider.service.on("beforeUserinfo", (response: { body: object; statusCode: number }) => {
    const { sub, ...rest } = claims
    response.body = { id: sub, ...rest }
  })
}

/** The way through the provider: there, its page, and back. Gives the callback's answer. */
async function through(who: Visitor, name: "google" | "facebook", locale = "en") {
  const start = await who.get(`/api/auth/${name}?locale=${locale}`)
  expect(start.statusCode).toBe(302)
  const page = await fetch(start.headers.location ?? "", { redirect: "manual" })
  const back = new URL(page.headers.get("location") ?? "")
  expect(back.origin).toBe("https://apyary.test")
  return who.get(back.pathname + back.search)
}

const newSubject = () => `subject-${++people}`
const isIn = async (who: Visitor) => (await who.get("/api/settings")).statusCode === 200

describe("google", () => {
  it("makes an account with a confirmed address, and knows it again by the provider's id", async () => {
    const sub = newSubject()
    providerSays({ sub, email: "Gina@Example.org", email_verified: true, name: "Gina" })
    const who = visitor(site)
    who.cookies.set("aff", "partner9")
    const done = await through(who, "google", "de")
    expect([done.statusCode, done.headers.location]).toEqual([302, "/de/auth/complete"])
    const settings = (await who.get("/api/settings")).json()
    expect(settings).toMatchObject({
      email: "gina@example.org",
      name: "Gina",
      isEmailConfirmed: true,
      hasPassword: false,
    })
    expect(settings).toMatchObject({ logins: [{ provider: "google" }], locale: "de" })
    expect(await findUserByEmail(site.db, "gina@example.org")).toMatchObject({ broughtByAff: "partner9" })
    // The address at the provider has changed since.
    providerSays({ sub, email: "other@example.org", email_verified: true })
    const again = visitor(site)
    await through(again, "google")
    expect((await again.get("/api/settings")).json()).toMatchObject({ id: settings.id, email: "gina@example.org" })
  })

  it("connects an account whose address both sides have proved", async () => {
    const owner = await person(site)
    await visitor(site).get(`/api/registration/confirm?token=${await tokenFor(site, owner.email, "confirmEmail")}`)
    providerSays({ sub: newSubject(), email: owner.email, email_verified: true })
    const who = visitor(site)
    await through(who, "google")
    expect((await who.get("/api/settings")).json()).toMatchObject({ id: owner.id, hasPassword: true })
  })

  test.each([
    ["an address that the account has not confirmed", false, true],
    ["an address that the provider does not vouch for", true, false],
  ])("never connects %s", async (_what, isConfirmed, isVerified) => {
    const owner = await person(site)
    if (isConfirmed)
      await visitor(site).get(`/api/registration/confirm?token=${await tokenFor(site, owner.email, "confirmEmail")}`)
    providerSays({ sub: newSubject(), email: owner.email, email_verified: isVerified })
    const who = visitor(site)
    const refused = await through(who, "google")
    expect(refused.headers.location).toBe("/auth/complete?error=login_unconfirmed")
    expect(await isIn(who)).toBe(false)
  })

  it("connects to whoever is signed in, and lets go again while there is a password", async () => {
    const who = await person(site)
    const sub = newSubject()
    providerSays({ sub, email: "elsewhere@example.org", email_verified: true })
    await through(who, "google")
    expect((await who.get("/api/settings")).json()).toMatchObject({ logins: [{ provider: "google" }] })
    const thief = await person(site)
    expect((await through(thief, "google")).headers.location).toBe("/auth/complete?error=login_taken")
    expect((await who.send("DELETE", "/api/settings/logins/google")).statusCode).toBe(204)
    expect((await who.get("/api/settings")).json()).toMatchObject({ logins: [] })
  })

  it("keeps the last way in", async () => {
    providerSays({ sub: newSubject(), email: "only@example.org", email_verified: true })
    const who = visitor(site)
    await through(who, "google")
    const refused = await who.send("DELETE", "/api/settings/logins/google")
    expect(refused.json()).toMatchObject({ statusCode: 409, code: "last_login" })
    expect((await who.post("/api/settings/password", { password: PASSWORD })).statusCode).toBe(204)
    expect((await who.send("DELETE", "/api/settings/logins/google")).statusCode).toBe(204)
  })

  it("keeps a blocked person out", async () => {
    const sub = newSubject()
    providerSays({ sub, email: "blocked@example.org", email_verified: true })
    await through(visitor(site), "google")
    await blockUser(site.db, "blocked@example.org", "spam", site.clock())
    const who = visitor(site)
    expect((await through(who, "google")).headers.location).toBe("/auth/complete?error=user_blocked")
    expect(await isIn(who)).toBe(false)
  })
})

describe("facebook", () => {
  it("makes an account whose address has still to be confirmed", async () => {
    providerSays({ sub: newSubject(), email: "fay@example.org", name: "Fay" })
    const who = visitor(site)
    await through(who, "facebook")
    expect((await who.get("/api/settings")).json()).toMatchObject({
      email: "fay@example.org",
      name: "Fay",
      isEmailConfirmed: false,
    })
    expect(await tokenFor(site, "fay@example.org", "confirmEmail")).toMatch(/^[\w-]{43}$/)
  })
  it("asks for a registration when the provider tells no address", async () => {
    providerSays({ sub: newSubject() })
    const refused = await through(visitor(site), "facebook")
    expect(refused.headers.location).toBe("/auth/complete?error=login_without_email")
  })
})

describe("a callback that the browser did not ask for", () => {
  const refused = "/auth/complete?error=login_refused"

  it("is refused without the cookie, with another state, and a second time", async () => {
    providerSays({ sub: newSubject(), email: "csrf@example.org", email_verified: true })
    const attacker = visitor(site)
    const start = await attacker.get("/api/auth/google")
    const page = await fetch(start.headers.location ?? "", { redirect: "manual" })
    const back = new URL(page.headers.get("location") ?? "")
    // The attacker's code in the victim's browser: no cookie, or that of another flow.
    const victim = visitor(site)
    expect((await victim.get(back.pathname + back.search)).headers.location).toBe(refused)
    await victim.get("/api/auth/google")
    expect((await victim.get(back.pathname + back.search)).headers.location).toBe(refused)
    expect(await isIn(victim)).toBe(false)
    const flow = attacker.cookies.get("oauth") ?? ""
    expect((await attacker.get(back.pathname + back.search)).headers.location).toBe("/auth/complete")
    attacker.cookies.set("oauth", flow)
    const other = visitor(site)
    other.cookies.set("oauth", flow)
    expect((await other.get(back.pathname + back.search)).headers.location).toBe(refused)
  })

  it("is refused when the person said no", async () => {
    const who = visitor(site)
    const start = await who.get("/api/auth/google?locale=fr")
    const state = new URL(start.headers.location ?? "").searchParams.get("state")
    const back = await who.get(`/api/auth/google/callback?error=access_denied&state=${state}`)
    expect(back.headers.location).toBe(`/fr${refused}`)
  })
})

it("says which providers there are, and that one is missing", async () => {
  expect((await visitor(site).get("/api/auth/providers")).json()).toEqual({ google: true, facebook: true })
  const bare = await testApp()
  try {
    expect((await visitor(bare).get("/api/auth/providers")).json()).toEqual({ google: false, facebook: false })
    const response = await visitor(bare).get("/api/auth/google")
    expect(response.json()).toMatchObject({ statusCode: 503, code: "provider_not_configured" })
  } finally {
    await bare.close()
  }
})
