import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { describe, expect, it, test } from "vitest"
import { ROUTES } from "../routes.ts"
import type { PageName } from "./page.ts"
import { PAGES } from "./pages.tsx"

const ROOT = resolve(import.meta.dirname, "../..")

describe("the components of pages", () => {
  test.each(Object.keys(PAGES) as PageName[])(
    "%s: the module that is preloaded is the one that is imported",
    async (name) => {
      const { module, load } = PAGES[name]
      expect(module).toMatch(/^src\/[\w/-]+Page\.tsx$/)
      expect(existsSync(resolve(ROOT, module))).toBe(true)
      const named = (await import(/* @vite-ignore */ resolve(ROOT, module))) as { default: unknown }
      const { default: Page } = await load()
      expect(Page).toBeTypeOf("function")
      expect(Page).toBe(named.default)
    },
  )

  it("are there for every route and the 404 page, and for nothing else", () => {
    expect(Object.keys(PAGES).sort()).toEqual([...Object.keys(ROUTES), "notFound"].sort())
  })
})
