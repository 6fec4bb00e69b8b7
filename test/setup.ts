// A test that makes the code complain has failed, also when its assertions hold.
import { afterEach, beforeEach, expect, vi } from "vitest"

beforeEach(() => {
  vi.spyOn(console, "error")
  vi.spyOn(console, "warn")
})

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled()
  expect(console.warn).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
