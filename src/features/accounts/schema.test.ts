import { describe, expect, it, test } from "vitest"
import { emailSchema, loginSchema, passwordSchema, problemsOf, registrationSchema, signUpSchema } from "./schema.ts"

const messageOf = (schema: typeof emailSchema, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

describe("an e-mail address (spec 5)", () => {
  const end = `@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(10)}.com`

  test.each([
    ["a@b.co", "a@b.co"],
    ["  Some.One+tag@Example.COM ", "some.one+tag@example.com"],
    ["o'neil@xn--bcher-kva.xn--p1ai", "o'neil@xn--bcher-kva.xn--p1ai"],
    [end.padStart(255, "x"), end.padStart(255, "x")],
  ])("%s", (given, expected) => {
    expect(emailSchema.parse(given)).toBe(expected)
  })

  test.each([
    "plain",
    "a@b",
    "a b@c.de",
    "a@b..de",
    ".a@b.de",
    "a.@b.de",
    "a@-b.de",
    "a@b.de, c@d.de",
    "a@b.de\nBcc: c@d.de",
    "<a@b.de>",
    '"a"@b.de',
    "a@[127.0.0.1]",
    "a@b.de\u0000",
    // Letters that look like others: Cyrillic a, and the Kelvin sign, whose lower case is a k.
    "\u0430@b.de",
    "\u212a@b.de",
    "a@b\u00fccher.de",
    end.padStart(256, "x"),
    `${"x".repeat(65)}@b.de`,
  ])("%j is none", (given) => {
    expect(messageOf(emailSchema, given)).toEqual(["common:validation.email"])
  })

  test.each(["", "   ", undefined, null, 5, ["a@b.de"]])("%j is missing", (given) => {
    expect(messageOf(emailSchema, given)).toEqual(["common:validation.mail.required"])
  })

  it("is looked at in a time that grows with its length alone", () => {
    for (const text of [`${"a.".repeat(30_000)}@`, `a@${"b-".repeat(30_000)}`, `a@${"b.".repeat(100)}1`])
      expect(emailSchema.safeParse(text).success).toBe(false)
  })
})

describe("a password (spec 5)", () => {
  test.each(["123456", "      ", "пароль", "x".repeat(1000)])("%s", (given) => {
    expect(passwordSchema.parse(given)).toBe(given)
  })

  test.each([
    ["12345", "common:validation.password.min"],
    [" ", "common:validation.password.min"],
    ["", "common:validation.password.empty"],
    [undefined, "common:validation.password.empty"],
    [123456, "common:validation.password.empty"],
    ["x".repeat(1001), "common:validation.password.max"],
  ])("%j: %s", (given, message) => {
    expect(messageOf(passwordSchema, given)).toEqual([message])
  })
})

describe("registration", () => {
  const body = {
    email: "Ann@Example.com",
    name: null,
    password: "secret",
    locale: "de",
    termsConfirmed: true,
    privacyConfirmed: true,
  }

  it("takes the form's body", () => {
    expect(registrationSchema.parse(body)).toEqual({ ...body, email: "ann@example.com" })
  })

  it("takes what a form without a script sends", () => {
    const form = { email: "a@b.de", password: "secret", locale: "de", allTermsAccepted: "true" }
    expect(registrationSchema.parse(form)).toMatchObject({ name: null, termsConfirmed: true, privacyConfirmed: true })
    expect(Object.keys(problemsOf(registrationSchema, { ...form, allTermsAccepted: "" }))).toEqual([
      "termsConfirmed",
      "privacyConfirmed",
    ])
  })

  test.each([
    [{ name: " Ann " }, { name: "Ann" }],
    [{ name: "" }, { name: null }],
    [{ locale: "xx" }, { locale: "en" }],
    [{ locale: undefined }, { locale: "en" }],
  ])("%j becomes %j", (given, expected) => {
    expect(registrationSchema.parse({ ...body, ...given })).toMatchObject(expected)
  })

  test.each([
    [{ termsConfirmed: false }, { termsConfirmed: "common:validation.terms" }],
    [{ privacyConfirmed: undefined }, { privacyConfirmed: "common:validation.terms" }],
    [{ termsConfirmed: "false" }, { termsConfirmed: "common:validation.terms" }],
    [{ name: "Ann\r\nBcc: x@y.de" }, { name: "common:validation.name" }],
    [{ name: "x".repeat(101) }, { name: "common:validation.name" }],
    [{ name: "\u202emoc.live" }, { name: "common:validation.name" }],
    [
      { email: "", password: "" },
      { email: "common:validation.mail.required", password: "common:validation.password.empty" },
    ],
  ])("refuses %j", (given, expected) => {
    expect(problemsOf(registrationSchema, { ...body, ...given })).toEqual(expected)
  })

  test.each([null, "text", [], 5])("refuses %j as a whole", (given) => {
    expect(registrationSchema.safeParse(given).success).toBe(false)
  })
})

describe("the forms", () => {
  it("tell each field's first problem", () => {
    expect(problemsOf(signUpSchema, { email: "x", password: "12345", allTermsAccepted: false })).toEqual({
      email: "common:validation.email",
      password: "common:validation.password.min",
      allTermsAccepted: "common:validation.terms",
    })
    expect(problemsOf(signUpSchema, { email: "a@b.de", password: "123456", allTermsAccepted: true })).toEqual({})
  })

  it("let an old, short password in", () => {
    expect(problemsOf(loginSchema, { email: "a@b.de", password: "1" })).toEqual({})
    expect(problemsOf(loginSchema, { email: "a@b.de", password: "" })).toEqual({
      password: "common:validation.password.empty",
    })
  })
})
