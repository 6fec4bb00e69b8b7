import { expect, it, test } from "vitest"
import { AppError, type ErrorCode, messageOf } from "./errors.ts"

test.each<[ErrorCode, number]>([
  ["bad_request", 400],
  ["unknown_parameter", 400],
  ["invalid_parameter", 400],
  ["not_found", 404],
  ["method_not_allowed", 405],
  ["payload_too_large", 413],
  ["unsupported_media_type", 415],
  ["too_many_requests", 429],
  ["internal", 500],
  ["unavailable", 503],
])("%s is status %s (contract/rest)", (code, status) => {
  expect(new AppError(code).statusCode).toBe(status)
})

it("says its code in words when nothing else was said", () => {
  expect(new AppError("payload_too_large").message).toBe("payload too large")
})

it("keeps what was said, which inputs are at fault, and the cause", () => {
  const cause = new Error("inner")
  const error = new AppError("bad_request", { message: "Outer.", fields: { apyFrom: "invalid_parameter" }, cause })
  expect(error).toMatchObject({ name: "AppError", message: "Outer.", fields: { apyFrom: "invalid_parameter" }, cause })
  expect(error).toBeInstanceOf(Error)
})

test.each([
  ["an error", new Error("outer"), "outer"],
  ["an error with a cause", new Error("outer", { cause: new Error("inner") }), "outer (inner)"],
  ["a cause that is no error", new Error("outer", { cause: "text" }), "outer"],
  ["a text", "text", "text"],
  ["nothing", undefined, "undefined"],
  ["null", null, "null"],
])("the words for %s", (_what, error, words) => {
  expect(messageOf(error)).toBe(words)
})
