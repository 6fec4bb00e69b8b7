// The rules of DESIGN.md, section 4, as functions from files to what breaks them: "path:line what is wrong".
import { basename } from "node:path"
import { type Files, importsOf, isTest, withoutTexts } from "./source-files.ts"

export type Rule = (files: Files) => string[]

/**
 * Which features a feature may import besides itself. The market is the base; nothing imports the ingestion.
 * Keep it minimal: an entry that no import needs breaks the rule as well.
 */
export const FEATURE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  market: [],
  offers: ["accounts", "affiliate", "market", "watchlist"],
  catalog: ["market", "offers", "watchlist"],
  cards: ["catalog", "market"],
  site: ["accounts", "billing", "blog", "market", "offers"],
  ingest: ["affiliate", "market"],
  operator: ["accounts", "ads", "affiliate", "alerts", "billing", "ingest", "market"],
  search: ["ads", "catalog", "market"],
  billing: ["accounts", "market"],
  accounts: ["mail", "market"],
  watchlist: ["accounts", "market"],
  alerts: ["accounts", "billing", "discovery", "mail", "market", "offers"],
  ads: ["market"],
  affiliate: ["accounts", "billing", "market"],
  blog: ["market"],
  settings: ["accounts", "affiliate", "alerts", "billing", "market", "watchlist"],
  images: [],
  mail: [],
  discovery: ["images", "market", "offers"],
}

/** Layers from above to below: main -> app -> features -> ui, i18n, core; nothing of ours below core and routes. */
const LAYER_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  main: ["app", "features", "ui", "i18n", "core", "routes"],
  app: ["app", "features", "ui", "i18n", "core", "routes"],
  features: ["features", "ui", "i18n", "core", "routes"],
  ui: ["ui", "i18n", "core"],
  i18n: ["i18n", "core"],
  core: ["core"],
  routes: [],
}

function layerOf(path: string): string {
  if (path === "src/routes.ts") return "routes"
  const parts = path.split("/")
  return parts.length === 2 ? "main" : (parts[1] ?? "")
}

const featureOf = (path: string) => (path.startsWith("src/features/") ? (path.split("/")[2] ?? "") : null)
const sourcePaths = (files: Files) => [...files.keys()].filter((path) => !isTest(path) && /\.tsx?$/.test(path))

export const layers: Rule = (files) =>
  sourcePaths(files).flatMap((path) => {
    const from = layerOf(path)
    const allowed = LAYER_IMPORTS[from]
    if (!allowed) return [`${path}:1 there is no layer "${from}"`]
    return importsOf(files, path)
      .filter(({ isOurs, target }) => isOurs && !allowed.includes(layerOf(target)))
      .map(({ line, target }) => `${path}:${line} ${from} may not import ${target}`)
  })

export const features =
  (table: typeof FEATURE_IMPORTS): Rule =>
  (files) => {
    const used = new Set<string>()
    const broken = sourcePaths(files).flatMap((path) => {
      const from = featureOf(path)
      if (from === null) return []
      if (!Object.hasOwn(table, from)) return [`${path}:1 the table does not name the feature ${from}`]
      return importsOf(files, path).flatMap(({ isOurs, target, line }) => {
        const to = featureOf(target)
        if (!isOurs || to === null || to === from) return []
        used.add(`${from} -> ${to}`)
        return table[from]?.includes(to) ? [] : [`${path}:${line} ${from} may not import ${to}: ${target}`]
      })
    })
    const needless = Object.entries(table).flatMap(([from, list]) =>
      list
        .filter((to) => !used.has(`${from} -> ${to}`))
        .map((to) => `the table allows ${from} -> ${to}, which nothing needs`),
    )
    return [...broken, ...needless, ...circles(table)]
  }

/** Features that import each other, over any number of steps. */
function circles(table: typeof FEATURE_IMPORTS): string[] {
  const reach = (from: string, seen: Set<string>): Set<string> => {
    for (const to of table[from] ?? []) if (!seen.has(to)) reach(to, seen.add(to))
    return seen
  }
  return Object.keys(table)
    .filter((name) => reach(name, new Set()).has(name))
    .map((name) => `the table has a circle through ${name}`)
}

/** What runs in browsers, and in the page renderer beside the server, has no server module: types only. */
export const browser: Rule = (files) => {
  const broken: string[] = []
  for (const entry of ["src/app/entry-client.tsx", "src/app/entry-server.tsx", "src/app/entry-mail.tsx"]) {
    const seen = new Set([entry])
    for (const path of seen) {
      for (const { target, isOurs, isType, line } of importsOf(files, path)) {
        if (isType) continue
        if (/\.server\.tsx?$/.test(target) || target.startsWith("node:"))
          broken.push(`${path}:${line} is reached from ${entry} and imports ${target}`)
        else if (isOurs) seen.add(target)
      }
    }
  }
  return [...new Set(broken)]
}

const DRIVERS = /^(?:postgres|pg|drizzle-orm\/(?:postgres-js|pglite|node-postgres)|@electric-sql)(?:\/|$)/

/** Only core/db knows the driver, only server files know the query builder, only core/jobs the queue. */
export const database: Rule = (files) =>
  sourcePaths(files).flatMap((path) =>
    importsOf(files, path).flatMap(({ target, line }) => {
      if (DRIVERS.test(target) && !path.startsWith("src/core/db/"))
        return [`${path}:${line} imports the driver ${target}`]
      if (/^drizzle-orm(?:\/|$)/.test(target) && !path.endsWith(".server.ts"))
        return [`${path}:${line} imports ${target}`]
      if (target === "pg-boss" && path !== "src/core/jobs.server.ts") return [`${path}:${line} imports ${target}`]
      return []
    }),
  )

/** Lines of the given files in which the expression is found. */
function linesWith(
  files: Files,
  paths: readonly string[],
  expression: RegExp,
  what: string,
  textOf = withoutTexts,
): string[] {
  return paths.flatMap((path) =>
    textOf(files.get(path) ?? "")
      .split("\n")
      .flatMap((text, at) => (expression.test(text) ? [`${path}:${at + 1} ${what}`] : [])),
  )
}
const asItIs = (text: string) => text

export const environment: Rule = (files) =>
  linesWith(
    files,
    sourcePaths(files).filter((path) => path !== "src/core/config.server.ts"),
    /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\[|\benv\b[^=]*\}\s*=\s*process\b|from "node:process"/,
    "reads the environment: settings belong to core/config",
  )

const EMPTY_NAMES = new Set(["utils", "util", "helpers", "helper", "misc", "common", "shared"])

export const names: Rule = (files) =>
  [...files.keys()].flatMap((path) => {
    const parts = path.split("/").map((part) => part.split(".")[0] ?? "")
    const empty = parts.find((part) => EMPTY_NAMES.has(part.toLowerCase()))
    if (empty) return [`${path} is named ${empty}, which says nothing`]
    const base = (parts.at(-1) ?? "").replace(/^_/, "")
    const fits = path.endsWith(".tsx")
      ? /^(?:[A-Z][A-Za-z0-9]*|[a-z0-9]+(?:-[a-z0-9]+)*|I18n)$/
      : /^[a-z0-9]+(?:-[a-z0-9]+)*$/
    return fits.test(base) ? [] : [`${path}: files are kebab-case, component files are their component's name`]
  })

export const barrels: Rule = (files) => [
  ...[...files.keys()].filter((path) => /^index\.[a-z]+$/.test(basename(path))).map((path) => `${path} is a barrel`),
  ...linesWith(files, sourcePaths(files), /^\s*export\s+\*/, "re-exports everything"),
]

export const LONGEST = 400
export const lengths: Rule = (files) =>
  [...files].flatMap(([path, text]) => {
    const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0)
    return lines > LONGEST ? [`${path} has ${lines} lines`] : []
  })

export const types: Rule = (files) => {
  const paths = [...files.keys()].filter((path) => /\.tsx?$/.test(path))
  const any = /:\s*any\b(?!\s*[(.:])|\bas\s+any\b|<\s*any\b|,\s*any\s*>|\bany\[\]|=>\s*any\b|[|&]\s*any\b/
  const silenced = new RegExp(`@ts-${"(?:ignore|expect-error|nocheck)"}`)
  return [
    ...linesWith(files, paths, any, "has the type that checks nothing"),
    ...linesWith(files, paths, silenced, "silences the type check", asItIs),
  ]
}

export const unfinished: Rule = (files) => {
  const paths = [...files.keys()]
  const marks = new RegExp(`\\b(?:${["TO" + "DO", "FIX" + "ME", "XX" + "X"].join("|")})\\b`)
  const skipped =
    /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fixme|fails|skipIf|runIf)\b|\b(?:xit|xtest|xdescribe|fit|fdescribe)\(/
  return [
    ...linesWith(files, paths, marks, "is marked as not done", asItIs),
    ...linesWith(files, paths.filter(isTest), skipped, "does not run every test"),
  ]
}
