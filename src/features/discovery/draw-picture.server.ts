// Draws an Open Graph picture: satori lays it out and makes letters to paths, sharp makes a PNG of it. No system font is used.
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import satori from "satori"
import sharp from "sharp"
import { chineseFonts, type LetterFont } from "./chinese-letters.server.ts"
import { MARK_PATH } from "./icons.server.ts"
import type { PictureContent } from "./picture-content.ts"
import { PICTURE_HEIGHT, PICTURE_WIDTH, pictureTree } from "./picture-layout.ts"
import { SITE_NAME } from "./program-files.ts"

/** Parts of Inter that together have the letters of all languages of the site but Chinese. */
const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek"] as const

type Tools = { fonts: LetterFont[]; mark: string }
let tools: Promise<Tools> | null = null

/** Read once, when the first picture is drawn. */
function loadTools(): Promise<Tools> {
  tools ??= load().catch((error: unknown) => {
    tools = null
    throw error
  })
  return tools
}

async function load(): Promise<Tools> {
  const { resolve } = createRequire(import.meta.url)
  const fonts = await Promise.all(
    SUBSETS.map(async (subset) => ({
      name: `Inter ${subset}`,
      data: await readFile(resolve(`@fontsource-variable/inter/files/inter-${subset}-opsz-normal.woff2`)),
      weight: 400 as const,
      style: "normal" as const,
    })),
  )
  const mark = await readFile(MARK_PATH)
  return { fonts, mark: `data:image/svg+xml;base64,${mark.toString("base64")}` }
}

/** The picture as a PNG of 1200 x 630 pixels. A letter that no font has is left out: no boxes. */
export async function drawPicture(content: PictureContent): Promise<Buffer> {
  const first = await layOut(content)
  const { svg } = first.missing.size > 0 ? await layOut(without(content, first.missing)) : first
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 128, compressionLevel: 9 }).toBuffer()
}

/** The picture as an SVG with letters as paths, and the letters that no font has: those are boxes. */
export async function layOut(content: PictureContent): Promise<{ svg: string; missing: ReadonlySet<string> }> {
  const { fonts: usual, mark } = await loadTools()
  const chinese = await chineseFonts(JSON.stringify(content))
  const missing = new Set<string>()
  const svg = await satori(pictureTree(content, SITE_NAME, mark), {
    width: PICTURE_WIDTH,
    height: PICTURE_HEIGHT,
    // The same list each time where it is enough: satori keeps what it has read of it.
    fonts: chinese.length > 0 ? [...usual, ...chinese] : usual,
    // Asked for letters that no font has; nothing is ever loaded from elsewhere.
    loadAdditionalAsset: async (_kind, letters) => {
      for (const letter of letters) missing.add(letter)
      return []
    },
  })
  return { svg, missing }
}

/** The content without some letters. */
function without(content: PictureContent, letters: ReadonlySet<string>): PictureContent {
  const clean = (text: string) =>
    Array.from(text)
      .filter((letter) => !letters.has(letter))
      .join("")
      .replace(/\s+/g, " ")
      // "X + Y" without X is "Y".
      .replace(/^[\s+·]+|[\s+·]+$/g, "")
  const cleanOrNull = (text: string | null) => (text === null ? null : clean(text) || null)
  return {
    ...content,
    kicker: cleanOrNull(content.kicker),
    title: clean(content.title) || SITE_NAME,
    detail: cleanOrNull(content.detail),
    rows: content.rows.map(({ name, rate }) => ({ name: clean(name), rate: clean(rate) })),
    rate: content.rate && { text: clean(content.rate.text), kind: cleanOrNull(content.rate.kind) },
    date: cleanOrNull(content.date),
    address: clean(content.address),
  }
}
