// Holds the rules of DESIGN.md, section 4, over the whole tree, and shows for each that it can be broken.
import { describe, expect, it, test } from "vitest"
import {
  barrels,
  browser,
  database,
  environment,
  FEATURE_IMPORTS,
  features,
  layers,
  lengths,
  LONGEST,
  names,
  type Rule,
  types,
  unfinished,
} from "./rules.ts"
import { importsOf, readSources } from "./source-files.ts"

const SOURCES = readSources()

it("finds the code, and the files that it imports", () => {
  expect(SOURCES.size).toBeGreaterThan(100)
  const missing = [...SOURCES.keys()].flatMap((path) =>
    importsOf(SOURCES, path)
      .filter(
        ({ isOurs, target }) => isOurs && /\.tsx?$/.test(target) && target.startsWith("src/") && !SOURCES.has(target),
      )
      .map(({ target, line }) => `${path}:${line} ${target}`),
  )
  expect(missing).toEqual([])
})

const file = (path: string, text: string) => new Map([[path, text]])
const importing = (path: string, target: string) => file(path, `import { x } from "${target}"\n`)
const text = (...parts: string[]) => parts.join("")
const table = features(FEATURE_IMPORTS)

const RULES: [string, Rule, [string, ReadonlyMap<string, string>][]][] = [
  [
    "layers import what lies below them",
    layers,
    [
      ["core imports a feature", importing("src/core/a.ts", "../features/market/rank.ts")],
      ["core imports texts", importing("src/core/db/a.server.ts", "../../i18n/locales.ts")],
      ["core imports the routes", importing("src/core/a.ts", "../routes.ts")],
      ["i18n imports ui", importing("src/i18n/a.ts", "../ui/Logo.tsx")],
      ["ui imports the routes", importing("src/ui/A.tsx", "../routes.ts")],
      [
        "ui imports a type of a feature",
        file("src/ui/A.tsx", 'import type { Offer } from "../features/market/model.ts"'),
      ],
      ["a feature imports the app", importing("src/features/offers/a.ts", "../../app/page.ts")],
      [
        "a feature imports the process lazily",
        file("src/features/offers/a.ts", 'const x = await import("../../main.ts")'),
      ],
      ["the routes import something", importing("src/routes.ts", "./core/query.ts")],
      ["a layer that nobody named", file("src/lib/a.ts", "")],
    ],
  ],
  [
    "features import only what the table names, without circles, and the table allows nothing needless",
    table,
    [
      ["the market imports offers", importing("src/features/market/a.ts", "../offers/list.ts")],
      ["the site imports the ingestion", importing("src/features/site/a.ts", "../ingest/source.ts")],
      ["a feature that the table does not name", file("src/features/blog/a.ts", "")],
      ["an entry that nothing needs", file("src/features/market/a.ts", "")],
    ],
  ],
  [
    "browsers and the page renderer get no server module",
    browser,
    [
      ["directly", importing("src/app/entry-client.tsx", "./web.server.ts")],
      [
        "over a page that is loaded lazily",
        new Map([
          ["src/app/entry-client.tsx", 'const page = () => import("./Page.tsx")'],
          ["src/app/Page.tsx", 'import { rows } from "../features/market/queries.server.ts"'],
        ]),
      ],
      [
        "an import of types that is left empty",
        file("src/app/entry-server.tsx", 'import { type X } from "./a.server.ts"'),
      ],
      ["a module of Node", importing("src/app/entry-client.tsx", "node:fs")],
    ],
  ],
  [
    "the database has one door",
    database,
    [
      ["a feature imports the driver", importing("src/features/market/a.server.ts", "postgres")],
      ["the app imports the driver of the query builder", importing("src/app/a.server.ts", "drizzle-orm/postgres-js")],
      ["the core imports PGlite elsewhere", importing("src/core/a.server.ts", "@electric-sql/pglite")],
      ["a type of the driver", file("src/app/a.ts", 'import type { Sql } from "postgres"')],
      ["a file for browsers imports the query builder", importing("src/features/market/a.ts", "drizzle-orm/pg-core")],
      ["a feature imports the queue", importing("src/features/ingest/a.server.ts", "pg-boss")],
    ],
  ],
  [
    "core/config alone reads the environment",
    environment,
    [
      ["as usual", file("src/app/a.ts", "const x = process.env.PORT")],
      ["in two steps", file("src/app/a.ts", "const { env } = process")],
      ["by import", file("src/app/a.ts", 'import { env } from "node:process"\nprocess["env"]')],
    ],
  ],
  [
    "names say something",
    names,
    [
      ["utils", file("src/core/utils.ts", "")],
      ["helpers of something", file("src/features/offers/helpers.server.ts", "")],
      ["a folder", file("src/shared/money.ts", "")],
      ["a test of one", file("test/common.test.ts", "")],
      ["no kebab-case", file("src/core/dataFolder.ts", "")],
    ],
  ],
  [
    "there are no barrels",
    barrels,
    [
      ["an index", file("src/core/index.ts", "")],
      ["everything of another file", file("src/core/a.ts", 'export * from "./b.ts"')],
    ],
  ],
  [`no file is over ${LONGEST} lines`, lengths, [["one line more", file("src/core/a.ts", "x\n".repeat(LONGEST + 1))]]],
  [
    "types are checked",
    types,
    [
      ["a parameter", file("src/core/a.ts", "function f(x: any) {}")],
      ["a cast", file("src/core/a.ts", "const x = y as any")],
      ["an argument", file("src/core/a.tsx", "const x = new Map<any, string>()")],
      ["a second argument", file("src/core/a.ts", "const x: Record<string, any> = {}")],
      ["a list", file("test/a.ts", "const x = [] as any[]")],
      ["a result", file("src/core/a.ts", "type F = () => any")],
      ["ignored", file("src/core/a.ts", text("// @ts", "-ignore\nf()"))],
      ["expected", file("test/a.test.ts", text("// @ts", "-expect-error wrong\nf()"))],
    ],
  ],
  [
    "everything is done and every test runs",
    unfinished,
    [
      ["a note", file("src/core/a.ts", text("// TO", "DO later"))],
      ["a skipped test", file("src/core/a.test.ts", text("it", '.skip("x", () => {})'))],
      ["a lonely test", file("e2e/a.spec.ts", text("test.describe", '.only("x", () => {})'))],
      ["a test that is to be written", file("src/core/a.test.ts", text("test", '.todo("x")'))],
    ],
  ],
]

describe.each(RULES)("%s", (_name, rule, examples) => {
  it("holds", () => {
    expect(rule(SOURCES)).toEqual([])
  })

  test.each(examples)("is broken by: %s", (_what, files) => {
    expect(rule(files).length).toBeGreaterThan(0)
  })
})

describe("the rules let through what is right", () => {
  const path = "src/app/entry-client.tsx"
  test.each<[string, Rule, ReadonlyMap<string, string>]>([
    ["a type of a server module", browser, file(path, 'import type { Db } from "../core/db/database.server.ts"')],
    [
      "words in comments and texts",
      types,
      file("src/core/a.ts", '// as any: any\nconst x = "as any"\nexpect.any(String)'),
    ],
    [
      "a page that comes lazily",
      layers,
      file("src/app/pages.tsx", 'const x = () => import("../features/site/HomePage.tsx")'),
    ],
    ["the routes in a feature", layers, importing("src/features/offers/a.ts", "../../routes.ts")],
    ["just so many lines", lengths, file("src/core/a.ts", "x\n".repeat(LONGEST))],
    ["the driver in its place", database, importing("src/core/db/a.server.ts", "postgres")],
  ])("%s", (_what, rule, files) => {
    expect(rule(files)).toEqual([])
  })

  it("and see a circle in the table", () => {
    const circle = features({ a: ["b"], b: ["c"], c: ["a"] })
    expect(circle(new Map()).filter((line) => line.includes("circle"))).toHaveLength(3)
  })
})
