// PNG icons, drawn from the site's one mark (public/favicon.svg) when they are first asked for.
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import type { FastifyInstance } from "fastify"
import sharp from "sharp"
import { createShelf, sendDocument, tagOf } from "./answer.server.ts"
import { APPLE_ICON_SIZE, ICON_SIZES, iconPath } from "./icons.ts"

export const MARK_PATH = resolve(import.meta.dirname, "../../../public/favicon.svg")
const KEEP_SECONDS = 86_400
const MARK_UNITS = 32
/** Apple puts icons on black: the mark stands on the site's ground, with a margin. */
const APPLE_GROUND = "#faf9f7"
const APPLE_MARGIN = 18

/** Answers /icons/icon-{192,512}.png and /apple-touch-icon.png. */
export function registerIcons(app: FastifyInstance): void {
  const shelf = createShelf()
  const serve = (path: string, draw: () => Promise<Buffer>) =>
    app.get(path, async (request, reply) => {
      const document = await shelf.get(path, "", async () => {
        const bytes = await draw()
        return { type: "image/png", bytes, etag: tagOf([bytes.toString("base64")]) }
      })
      return sendDocument(request, reply, document, KEEP_SECONDS)
    })
  for (const size of ICON_SIZES) serve(iconPath(size), () => drawMark(size))
  serve("/apple-touch-icon.png", async () => {
    const inner = APPLE_ICON_SIZE - 2 * APPLE_MARGIN
    const margins = { top: APPLE_MARGIN, bottom: APPLE_MARGIN, left: APPLE_MARGIN, right: APPLE_MARGIN }
    return sharp(await drawMark(inner))
      .flatten({ background: APPLE_GROUND })
      .extend({ ...margins, background: APPLE_GROUND })
      .png()
      .toBuffer()
  })
}

/** The mark as a PNG of `size` x `size` pixels, clear around it. */
async function drawMark(size: number): Promise<Buffer> {
  const svg = await readFile(MARK_PATH)
  return sharp(svg, { density: (72 * size) / MARK_UNITS })
    .resize(size, size)
    .png()
    .toBuffer()
}
