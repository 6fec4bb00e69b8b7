import { deflateSync } from "node:zlib"
import sharp from "sharp"
import { describe, expect, test } from "vitest"
import { formatFor, makeImage } from "./make-image.server.ts"

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#123456" } })
const make = (bytes: Buffer, isOwn = false) => makeImage({ bytes, isOwn }, 600, 75, "webp")
const svg = (inside: string, attributes = 'viewBox="0 0 100 100"', before = "") =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  )

/** A PNG that says it is huge: a few bytes that would become gigabytes. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), body.length + 4)
    return out
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}

/** "a" is ten of "b", which is ten of "c", ...: 10^9 shapes from 2 kB. */
const nested = (() => {
  const levels = Array.from({ length: 9 }, (_, at) => {
    const uses = '<use xlink:href="#l'.concat(String(at), '"/>').repeat(10)
    return `<g id="l${at + 1}">${uses}</g>`
  })
  return `<defs><g id="l0"/>${levels.join("")}</defs><use xlink:href="#l9"/>`
})()

const entities = `<!DOCTYPE svg [<!ENTITY a "${"x".repeat(50)}">${Array.from({ length: 8 }, (_, at) => {
  const [from, to] = [String.fromCharCode(97 + at), String.fromCharCode(98 + at)]
  return `<!ENTITY ${to} "${`&${from};`.repeat(10)}">`
}).join("")}]>`

describe("what is no picture, or a hostile one, is refused", () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ["nothing", () => Buffer.alloc(0)],
    ["text", () => Buffer.from("hello")],
    ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["zeros", () => Buffer.alloc(100_000)],
    ["a PNG's first bytes", () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ["half a PNG", async () => halfOf(await noise("png"))],
    ["half a JPEG", async () => halfOf(await noise("jpeg"))],
    ["half a WebP", async () => halfOf(await noise("webp"))],
    ["a TIFF", () => picture(10, 10).tiff().toBuffer()],
    ["a PDF", () => Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF")],
    ["a PNG of 60,000 x 60,000", () => hugePng(60_000, 60_000)],
    ["a PNG of 2^31 x 1", () => hugePng(2_147_483_647, 1)],
    ["a picture of more pixels than allowed", () => picture(5001, 5001).png({ compressionLevel: 9 }).toBuffer()],
    ["somebody else's SVG", () => svg('<rect width="5" height="5"/>')],
  ])("%s", async (_what, bytes) => {
    await expect(make(await bytes())).rejects.toMatchObject({
      code: "invalid_parameter",
      fields: { url: "not_a_picture" },
    })
  })

  test.each<[string, Buffer]>([
    ["endless nesting", svg(nested)],
    ["endless entities", svg("<text>&i;</text>", 'viewBox="0 0 9 9"', entities)],
    ["huge width and height", svg("", 'width="1000000" height="1000000"')],
    ["huge height", svg("", 'width="1" height="100000000"')],
    ["no size at all", svg("", 'width="0" height="0"')],
  ])("an SVG of the site itself with %s", async (_what, bytes) => {
    await expect(make(bytes, true)).rejects.toMatchObject({ code: "invalid_parameter" })
  })
})

test("an SVG reads no file and asks no server", async () => {
  const white = svg('<rect width="100" height="100" fill="#fff"/>')
  const expected = await sharp(await make(white, true))
    .raw()
    .toBuffer()
  for (const href of [
    "file:///etc/hostname",
    "/etc/hostname",
    "http://127.0.0.1:1/x.png",
    "../../public/favicon.svg",
  ]) {
    const bytes = svg(
      `<rect width="100" height="100" fill="#fff"/><image width="100" height="100" xlink:href="${href}"/>`,
    )
    expect(
      (
        await sharp(await make(bytes, true))
          .raw()
          .toBuffer()
      ).equals(expected),
    ).toBe(true)
  }
})

test.each(["png", "jpeg", "webp", "gif", "avif"] as const)("a good %s is taken", async (format) => {
  const made = await make(await picture(700, 70).toFormat(format).toBuffer())
  expect(await sharp(made).metadata()).toMatchObject({ format: "webp", width: 600, height: 60 })
})

test("a very high picture stays within four times the width", async () => {
  const made = await make(await picture(100, 20_000).png().toBuffer())
  expect((await sharp(made).metadata()).height).toBe(2400)
})

test("turns a photo the way it was taken, and drops what else is said about it", async () => {
  const photo = await picture(40, 20)
    .jpeg()
    .withExif({ IFD0: { Copyright: "somebody", Orientation: "6" } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const made = await sharp(await make(photo)).metadata()
  expect([made.width, made.height, made.exif]).toEqual([20, 40, undefined])
})

test("an Accept header of any length is read", () => {
  expect(formatFor(undefined)).toBe("jpeg")
  expect(formatFor(`${"text/html,".repeat(100_000)}image/avif`)).toBe("jpeg")
})

const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
function noise(format: "png" | "jpeg" | "webp"): Promise<Buffer> {
  return sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 50 },
    },
  })
    .toFormat(format)
    .toBuffer()
}
