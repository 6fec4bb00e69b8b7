// The project's own code, read once for all guards, and what it imports.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, extname, join, normalize, resolve } from "node:path"

export const ROOT = resolve(import.meta.dirname, "../..")
const FOLDERS = ["src", "test", "e2e", "bench", "bin"]
const CODE = new Set([".ts", ".tsx", ".mjs", ".js", ".css"])

/** Path from the project's root, with "/", to text. */
export type Files = ReadonlyMap<string, string>

export type Import = {
  /** A path from the root for a file of ours, else the package as written. */
  target: string
  isOurs: boolean
  /** `import type`: gone when the code runs. */
  isType: boolean
  line: number
}

/** Every code file of the project. */
export function readSources(): Files {
  const files = new Map<string, string>()
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !CODE.has(extname(entry.name))) continue
      const path = join(entry.parentPath, entry.name).slice(ROOT.length + 1)
      files.set(path, readFileSync(join(ROOT, path), "utf8"))
    }
  }
  return files
}

export const isTest = (path: string) => /\.test\.tsx?$|\.spec\.ts$/.test(path) || !path.startsWith("src/")

const STATIC = /^[ \t]*(?:import|export)\s+(type\s)?(?:[\w*\s{},$]*\sfrom\s+)?"([^"]+)"/gm
const LAZY =
  /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?"([^"]+)"\s*\)|new URL\("(\.[^"]+\.[cm]?[jt]sx?)",\s*import\.meta\.url\)/g

const cache = new WeakMap<Files, Map<string, Import[]>>()

/** What a file imports: statically, lazily, or as the code of a thread. */
export function importsOf(files: Files, path: string): Import[] {
  const known = cache.get(files) ?? new Map<string, Import[]>()
  cache.set(files, known)
  const found = known.get(path) ?? parse(path, files.get(path) ?? "")
  known.set(path, found)
  return found
}

function parse(path: string, text: string): Import[] {
  const code = withoutComments(text)
  const make = (specifier: string, isType: boolean, index: number): Import => ({
    target: specifier.startsWith(".") ? normalize(join(dirname(path), specifier)) : specifier,
    isOurs: specifier.startsWith("."),
    isType,
    line: code.slice(0, index).split("\n").length,
  })
  return [
    ...[...code.matchAll(STATIC)].map((match) => make(match[2] ?? "", match[1] !== undefined, match.index)),
    ...[...code.matchAll(LAZY)].map((match) => make(match[1] ?? match[2] ?? "", false, match.index)),
  ]
}

/** The code with comments blanked out; lines stay where they are. */
export function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, " ")
  return text
    .replace(/(^|[\s{(,;])\/\*[\s\S]*?\*\//g, blank)
    .replace(/(^|[^:"'`\\/])\/\/[^\n]*/g, (comment, before: string) => before + blank(comment.slice(before.length)))
}

/** The code with the insides of texts blanked out as well. */
export function withoutTexts(text: string): string {
  const blank = (word: string) => `"${" ".repeat(word.length - 2)}"`
  return withoutComments(text).replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, blank)
}
