// The door of the Open Graph pictures: /og/{language}/{page}.png and /og/{language}/offers/{slug}.png.
import { namesTag } from "../../core/http-headers.ts"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { dayOf } from "../../core/clock.ts"
import { AppError } from "../../core/errors.ts"
import type { Catalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { isLocale, type Locale } from "../../i18n/locales.ts"
import type { DiskCache } from "../images/disk-cache.server.ts"
import { createWorkQueue } from "../images/work-queue.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import { isPlainPage, type PlainPage } from "./addresses.ts"
import { tagOf } from "./answer.server.ts"
import { offerPicture, OFFER_LISTS, pagePicture, type PictureContent, type PictureTexts } from "./picture-content.ts"

/** Counted up when the drawing changes, so that kept pictures of the old one are not used. */
const DRAWING = 2
const KEEP_SECONDS = 3600
const WAITING = 20
const RETRY_AFTER_SECONDS = 5

export type PictureDeps = {
  catalogue: Catalogue
  catalogs: Catalogs
  publicUrl: string
  /** Title of a page without a variable part, in a language. */
  pageTitle(page: PlainPage, locale: Locale): Promise<string | null> | string | null
  /** Where drawn pictures are kept; what it cannot keep is drawn again. */
  pictures: DiskCache
}

/**
 * Answers both kinds of picture. A page or an offer that is not there is 404. One is drawn at a time, twenty may wait, further ones
 * get 503. A picture stays the same for a day of the market (UTC), with the day of its figures on it.
 */
export function registerPictures(app: FastifyInstance, deps: PictureDeps): void {
  const { catalogue, pictures } = deps
  const queue = createWorkQueue({ atOnce: 1, waiting: WAITING })

  app.get<{ Params: { locale: string; file: string } }>("/og/:locale/:file", async (request, reply) => {
    const texts = textsOf(request.params.locale)
    const page = nameOf(request.params.file)
    if (!isPlainPage(page)) throw new AppError("not_found")
    return answer(request, reply, `${texts.locale}/${page}`, async () => {
      const title = page in OFFER_LISTS ? null : await deps.pageTitle(page, texts.locale)
      return pagePicture(page, title === null ? null : withoutSite(title), catalogue.market(), texts)
    })
  })

  app.get<{ Params: { locale: string; file: string } }>("/og/:locale/offers/:file", async (request, reply) => {
    const texts = textsOf(request.params.locale)
    const offer = catalogue.market().offerBySlug.get(nameOf(request.params.file))
    if (!offer) throw new AppError("not_found")
    return answer(request, reply, `${texts.locale}/offers/${offer.slug}`, () => offerPicture(offer, texts))
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    contentOf: () => Promise<PictureContent> | PictureContent,
  ) {
    const day = dayOf(catalogue.market().builtAt)
    const key = ["og", DRAWING, day, deps.publicUrl, name].join("|")
    const etag = tagOf([key])
    reply.header("cache-control", `public, max-age=${KEEP_SECONDS}, stale-while-revalidate=86400`).header("etag", etag)
    if (namesTag(request.headers["if-none-match"], etag)) return reply.code(304).send()
    try {
      const picture =
        (await pictures.read(key)) ??
        (await queue.run(key, async () => {
          // What draws is loaded with the first picture: a start does not wait for it.
          const { drawPicture } = await import("./draw-picture.server.ts")
          const drawn = await drawPicture(await contentOf())
          await pictures.write(key, drawn)
          return drawn
        }))
      return await reply.type("image/png").send(picture)
    } catch (error) {
      reply.removeHeader("etag")
      if (error instanceof AppError && error.code === "unavailable") reply.header("retry-after", RETRY_AFTER_SECONDS)
      throw error
    }
  }

  function textsOf(locale: string): PictureTexts {
    if (!isLocale(locale)) throw new AppError("not_found")
    return { locale, t: deps.catalogs.translate(locale), formats: formatsOf(locale), publicUrl: deps.publicUrl }
  }
}

/** "earn.png" -> "earn"; "" for another file. */
function nameOf(file: string): string {
  return file.endsWith(".png") ? file.slice(0, -4) : ""
}

/** The site's name stands on the picture already. */
function withoutSite(title: string): string {
  return title.replace(/\s*\|[^|]*$/, "")
}
