import { afterAll, beforeAll, describe, expect, it, test } from "vitest"
import { type TestApp, testApp } from "../../../test/test-app.ts"

const TOKEN = "x".repeat(43)
const LINK = "user=0b0e2b6e-0000-4000-8000-000000000001&signature=abc-_123"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

describe("the pages of accounts", () => {
  test.each([
    "/auth/login",
    "/auth/register",
    "/auth/restore",
    "/auth/restore/confirm",
    "/auth/verify_email",
    "/auth/complete",
    "/settings",
    "/unsubscribe_news",
    "/unsubscribe_alerts",
  ])("%s is the same for everybody and found by no search engine", async (path) => {
    const page = await site.ask(path, { headers: { cookie: "session=x; signed_in=1" } })
    expect(page.statusCode).toBe(200)
    expect(page.headers["cache-control"]).toContain("public")
    expect(page.body).toContain('<meta name="robots" content="noindex,follow"/>')
    expect(page.body).toBe((await site.ask(path)).body)
    expect((await site.ask("/sitemaps/pages-en.xml")).body).not.toContain(`${path}<`)
  })

  it("keeps nothing of a page whose address carries a secret", async () => {
    for (const path of [`/auth/restore/confirm?token=${TOKEN}`, `/unsubscribe_news?${LINK}`]) {
      for (const prefix of ["", "/_data"]) {
        const page = await site.ask(prefix + path)
        expect(page.statusCode).toBe(200)
        expect(page.headers["cache-control"], prefix + path).toBe("private, no-cache")
      }
    }
    expect((await site.ask("/auth/restore/confirm")).body).not.toContain(TOKEN)
  })
})

describe("forms without a script", () => {
  /** The fields of the page's form that lead to `action`. */
  function formOf(body: string, action: string): string {
    return body.split("<form").find((part) => part.includes(`action="${action}"`)) ?? ""
  }

  test.each([
    ["/de/auth/register", "/api/registration", ["email", "password", "allTermsAccepted"]],
    ["/de/auth/login", "/api/auth/login", ["email", "password"]],
    ["/de/auth/restore", "/api/registration/restore", ["email"]],
    [`/de/auth/restore/confirm?token=${TOKEN}`, "/api/registration/restore/confirm", ["password"]],
  ])("%s goes to %s, in the page's language", async (path, action, fields) => {
    const form = formOf((await site.ask(path)).body, action)
    expect(form).toContain('method="post"')
    expect(form).toContain('<input type="hidden" name="locale" value="de"/>')
    for (const field of fields) expect(form).toMatch(new RegExp(`<input[^>]*name="${field}"`))
  })

  it("the new password goes with the link's token", async () => {
    const { body } = await site.ask(`/auth/restore/confirm?token=${TOKEN}`)
    expect(formOf(body, "/api/registration/restore/confirm")).toContain(`name="token" value="${TOKEN}"`)
  })

  test.each([
    ["/auth/register?error=email_exists", "There is an account with this e-mail already."],
    ["/auth/login?error=unauthorized", "E-mail and password do not go together."],
    ["/auth/login?error=user_blocked", "This account is blocked."],
    ["/auth/login?restored=true", "Your new password is set."],
    ["/auth/restore?sent=true", "Look into your inbox"],
    ["/auth/restore/confirm", "This link was used already"],
    ["/auth/verify_email?error=token_invalid", "This link does not work"],
    ["/auth/complete?error=login_unconfirmed", "the address is not confirmed on both sides"],
    ["/settings?confirmed=true", "Your e-mail address is confirmed."],
    ["/unsubscribe_news?done=true", "you get no more news by mail"],
    ["/unsubscribe_alerts?error=token_invalid", "This link is not whole."],
  ])("%s says: %s", async (path, text) => {
    expect((await site.ask(path)).body).toContain(text)
  })

  it("unsubscribing is one button, whose form has what the link carries", async () => {
    const form = formOf((await site.ask(`/unsubscribe_news?${LINK}`)).body, "/api/unsubscribe")
    expect(form.match(/<button/g)).toHaveLength(1)
    for (const [name, value] of new URLSearchParams(`${LINK}&group=news`))
      expect(form).toContain(`name="${name}" value="${value}"`)
    expect(formOf((await site.ask("/unsubscribe_news?user=1")).body, "/api/unsubscribe")).toBe("")
  })
})
