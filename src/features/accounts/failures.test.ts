import { expect, test } from "vitest"
import { failureText, failuresCodec } from "./failures.ts"

test.each([
  ["email_exists", ["email_exists"]],
  ["email_invalid,password_too_short", ["email_invalid", "password_too_short"]],
  ["email_invalid,email_invalid", ["email_invalid"]],
  ["internal", ["unavailable"]],
  ["<script>,toString", ["unavailable"]],
])("?error=%s says %j", (text, codes) => {
  expect(failuresCodec.read(text)).toEqual(codes)
  expect(failuresCodec.read(failuresCodec.write(failuresCodec.read(text) ?? []))).toEqual(codes)
})

test.each([
  ["user_blocked", "register:failure.blocked"],
  ["nobody_knows", "register:failure.unavailable"],
  ["__proto__", "register:failure.unavailable"],
])("%s is told as %s", (code, text) => {
  expect(failureText(code)).toBe(text)
})
