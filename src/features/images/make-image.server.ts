// A picture in another size and format, made so that no picture can take the process down.
import sharp from "sharp"
import { AppError } from "../../core/errors.ts"
import type { FoundImage } from "./fetch-image.server.ts"

export const FORMATS = ["avif", "webp", "jpeg"] as const
export type Format = (typeof FORMATS)[number]

/** More pixels than this, before or after, are a decompression bomb. */
const MAX_PIXELS = 25_000_000
/** A picture is at most so many times as high as the width that was asked for. */
const MOST_HEIGHTS = 4
const TIMEOUT_SECONDS = 10
const RASTER: readonly string[] = ["jpeg", "png", "webp", "gif", "heif", "avif"]
/** Points per inch that an SVG is drawn with when its own size is wanted, and the most for one that is enlarged. */
const SVG_DPI = 72
const MOST_SVG_DPI = 2400

/**
 * The picture at most `width` pixels wide, never enlarged unless it is a drawing (SVG), quality 1 to 100. JPEG knows no
 * transparency: what is transparent becomes white. Throws AppError "invalid_parameter" for what is no picture of a known
 * kind, is broken or too large. SVGs are taken only from the site itself: they can hold programs and endless nesting.
 */
export async function makeImage(found: FoundImage, width: number, quality: number, format: Format): Promise<Buffer> {
  try {
    const options = { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true } as const
    const { format: kind, width: ownWidth } = await sharp(found.bytes, options).metadata()
    const isSvg = kind === "svg"
    if (!(isSvg ? found.isOwn : RASTER.includes(kind))) throw new Error(`${kind} is not taken`)
    const density = isSvg ? Math.min(MOST_SVG_DPI, Math.ceil((SVG_DPI * width) / Math.max(1, ownWidth))) : SVG_DPI
    const made = sharp(found.bytes, { ...options, ...(isSvg ? { density } : {}) })
      .rotate()
      .resize({ width, height: width * MOST_HEIGHTS, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: TIMEOUT_SECONDS })
    if (format === "jpeg") made.flatten({ background: "#fff" })
    return await made.toFormat(format, { quality, ...(format === "avif" ? { effort: 2 } : {}) }).toBuffer()
  } catch (cause) {
    throw new AppError("invalid_parameter", {
      message: "What is there is no picture that can be shown.",
      fields: { url: "not_a_picture" },
      cause,
    })
  }
}

/** The best format that an Accept header takes; "q=0" refuses one. Everything can show a JPEG. */
export function formatFor(accept: string | undefined): Format {
  const taken = new Map(
    (accept ?? "")
      .slice(0, 1000)
      .toLowerCase()
      .split(",")
      .map((part) => {
        const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim())
        return [type, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))] as const
      }),
  )
  return FORMATS.find((format) => taken.get(`image/${format}`) === true) ?? "jpeg"
}
