// Chinese letters for the pictures. The face has too many of them for one file, so it comes in a hundred, and only those that a text
// needs are read. They hold every weight, the thinnest first, and satori draws only what comes first: the regular one is taken out.
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import subsetFont from "subset-font"

const PACKAGE = "@fontsource-variable/noto-sans-sc"
const REGULAR = 400
/** Letters below this one, Latin, Greek and Cyrillic among them, are drawn in Inter. */
const FIRST_LETTER = 0x2e80

type FontFile = { name: string; ranges: (readonly [first: number, last: number])[] }
let files: Promise<FontFile[]> | null = null

export type LetterFont = { name: string; data: Buffer; weight: 400; style: "normal" }

/**
 * Fonts with the Chinese letters of a text, regular in weight, some kB each; none for a text without such letters. A letter that the
 * face does not have is in no font. Takes 20 to 60 ms.
 */
export async function chineseFonts(text: string): Promise<LetterFont[]> {
  const letters = [...new Set(text)].filter((letter) => (letter.codePointAt(0) ?? 0) >= FIRST_LETTER)
  if (letters.length === 0) return []
  const known = await (files ??= loadFiles())
  const needed = new Map<string, string>()
  for (const letter of letters) {
    const name = fileOf(letter.codePointAt(0) ?? 0, known)
    if (name !== null) needed.set(name, (needed.get(name) ?? "") + letter)
  }
  const fonts = await Promise.all([...needed].map(([name, part]) => fontOf(name, part)))
  return fonts.filter(({ data }) => hasLetters(data))
}

async function fontOf(name: string, letters: string): Promise<LetterFont> {
  const file = await readFile(resolve(`${PACKAGE}/files/noto-sans-sc-${name}-wght-normal.woff2`))
  const data = await subsetFont(file, letters, { targetFormat: "sfnt", variationAxes: { wght: REGULAR } })
  return { name: `Noto Sans SC ${name}`, data, weight: REGULAR, style: "normal" }
}

/** The ranges name letters that the face does not have. A font without a letter is one that satori refuses. */
function hasLetters(font: Buffer): boolean {
  // The table "maxp" counts the letters at its fifth byte; the first is the box for what is missing.
  const table = font.readUInt32BE(font.indexOf("maxp", 12, "latin1") + 8)
  return font.readUInt16BE(table + 4) > 1
}

function fileOf(letter: number, known: readonly FontFile[]): string | null {
  return known.find(({ ranges }) => ranges.some(([first, last]) => letter >= first && letter <= last))?.name ?? null
}

/** Which file has which letters: { "[4]": "U+1f1e9-1f1f5,U+1f21a" } names noto-sans-sc-4-wght-normal.woff2. */
async function loadFiles(): Promise<FontFile[]> {
  const table = JSON.parse(await readFile(resolve(`${PACKAGE}/unicode.json`), "utf8")) as Record<string, string>
  return Object.entries(table).map(([name, ranges]) => ({
    name: name.replace(/[[\]]/g, ""),
    ranges: ranges.split(",").map(rangeOf),
  }))
}

function rangeOf(text: string): readonly [number, number] {
  const [first = "", last = first] = text.trim().slice("U+".length).split("-")
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function resolve(path: string): string {
  return createRequire(import.meta.url).resolve(path)
}
