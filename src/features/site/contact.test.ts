import { describe, expect, test } from "vitest"
import { type ContactValues, contactProblems, normalMessage } from "./contact.ts"

const GOOD: ContactValues = { name: "Ann", email: "ann@x.org", subject: "other", message: "m".repeat(20) }

describe("what may be sent", () => {
  test.each<[Partial<ContactValues>, object]>([
    [{}, {}],
    [{ name: "" }, {}],
    [{ name: "Änne O’Neil 李" }, {}],
    [{ name: "a".repeat(100) }, {}],
    [{ name: "a".repeat(101) }, { name: "name_invalid" }],
    [{ name: "Ann\r\nBcc: evil@x.org" }, { name: "name_invalid" }],
    [{ name: "Ann\u2028" }, { name: "name_invalid" }],
    [{ email: "a@b.co" }, {}],
    [{ email: "ann+tag.x_y@mail.example.org" }, {}],
    [{ email: "änne@münchen.de" }, {}],
    [{ email: "" }, { email: "email_invalid" }],
    [{ email: "ann" }, { email: "email_invalid" }],
    [{ email: "ann@x" }, { email: "email_invalid" }],
    [{ email: "ann@@x.org" }, { email: "email_invalid" }],
    [{ email: "ann@x..org" }, { email: "email_invalid" }],
    [{ email: "ann@-x.org" }, { email: "email_invalid" }],
    [{ email: "a@x.org, b@x.org" }, { email: "email_invalid" }],
    [{ email: "a@x.org;b@x.org" }, { email: "email_invalid" }],
    [{ email: "Ann <a@x.org>" }, { email: "email_invalid" }],
    [{ email: "a@x.org\r\nBcc: evil@x.org" }, { email: "email_invalid" }],
    [{ email: "a@x.org\n" }, { email: "email_invalid" }],
    [{ email: `${"a".repeat(60)}@${"b.".repeat(93)}example` }, {}],
    [{ email: `${"a".repeat(60)}@${"b.".repeat(94)}example` }, { email: "email_invalid" }],
    [{ subject: "" }, { subject: "subject_invalid" }],
    [{ subject: "other\r\nBcc: evil@x.org" }, { subject: "subject_invalid" }],
    [{ message: "m".repeat(19) }, { message: "message_too_short" }],
    [{ message: `${" ".repeat(30)}short` }, { message: "message_too_short" }],
    [{ message: "m".repeat(4000) }, {}],
    [{ message: "m".repeat(4001) }, { message: "message_too_long" }],
    // A browser counts a line end as one character and sends two.
    [{ message: `${"m".repeat(3990)}\r\n\r\n\r\n\r\nmmmmm` }, {}],
    [
      { email: "", message: "" },
      { email: "email_invalid", message: "message_too_short" },
    ],
  ])("%j gives %j", (change, problems) => {
    expect(contactProblems({ ...GOOD, ...change })).toEqual(problems)
  })

  test("an address that tries to be slow is refused at once", () => {
    const start = performance.now()
    for (const email of [`a@${"a-".repeat(120)}`, `a@${"a.".repeat(120)}`, `${"a".repeat(250)}@`])
      contactProblems({ ...GOOD, email })
    expect(performance.now() - start).toBeLessThan(50)
  })

  test("line ends are one character", () => {
    expect(normalMessage(" a\r\nb\rc\n ")).toBe("a\nb\nc")
  })
})
