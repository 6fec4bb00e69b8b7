// Logos of entities: an open icon where one exists, else a drawn monogram. Nothing is loaded from elsewhere.
import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { FastifyInstance } from "fastify"
import { namesTag, strongTag } from "../../core/http-headers.ts"
import { AppError } from "../../core/errors.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import type { Market } from "../market/model.ts"

type Kind = "currency" | "exchange" | "protocol" | "wallet" | "card"

/** The package's folder of icons, found from its main file, whatever folder npm put it in. */
const ICONS = join(dirname(createRequire(import.meta.url).resolve("@web3icons/core")), "svgs")

/** The set's file names without ending, in lower case and without hyphens, to the name itself. */
function iconsIn(folder: string): Map<string, string> {
  const names = readdirSync(join(ICONS, folder, "background")).flatMap((file) =>
    file.endsWith(".svg.js") ? [file.slice(0, -".svg.js".length)] : [],
  )
  return new Map(names.map((name) => [plain(name), join(folder, "background", name)]))
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "")
}

/** Serves /logos/{kind}/{slug}.svg. */
export function registerLogos(app: FastifyInstance, catalogue: Catalogue): void {
  const icons = {
    tokens: iconsIn("tokens"),
    networks: iconsIn("networks"),
    wallets: iconsIn("wallets"),
    exchanges: iconsIn("exchanges"),
  }
  const cache = new Map<string, { svg: string; etag: string }>()

  /** Which icon of the set shows an entity: a currency by its symbol, the others by their name. */
  function findIcon(kind: Kind, slug: string, market: Market): string | undefined {
    const name = plain(slug)
    if (kind === "currency") return icons.tokens.get(plain(market.currencyBySlug.get(slug)?.symbol ?? slug))
    if (kind === "exchange") return icons.exchanges.get(name)
    if (kind === "wallet") return icons.wallets.get(name) ?? icons.wallets.get(name.replace(/wallet$/, ""))
    if (kind === "protocol")
      return icons.exchanges.get(name) ?? icons.exchanges.get(name.replace(/(v\d|finance|protocol)+$/, ""))
    return undefined
  }

  async function draw(kind: Kind, slug: string, market: Market): Promise<string> {
    const icon = findIcon(kind, slug, market)
    if (icon) {
      const loaded = (await import(join(ICONS, `${icon}.svg.js`))) as { default: string }
      return loaded.default
    }
    return monogram(nameOf(kind, slug, market))
  }

  app.get<{ Params: { kind: string; file: string } }>("/logos/:kind/:file", async (request, reply) => {
    const { kind, file } = request.params
    const slug = file.endsWith(".svg") ? file.slice(0, -4) : ""
    if (!isKind(kind) || !/^[a-z0-9-]{1,120}$/.test(slug)) throw new AppError("not_found")
    const market = catalogue.market()
    const key = `${kind}/${slug}`
    let drawn = cache.get(key)
    if (!drawn) {
      const svg = await draw(kind, slug, market)
      drawn = { svg, etag: strongTag(svg) }
      // Slugs that nobody lists could be made up without end: they are drawn but not kept.
      if (isListed(kind, slug, market)) cache.set(key, drawn)
    }
    reply.header("cache-control", "public, max-age=604800").header("etag", drawn.etag).type("image/svg+xml")
    // An SVG of others must not run anything, also when it is opened by itself.
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
    return namesTag(request.headers["if-none-match"], drawn.etag) ? reply.code(304).send() : reply.send(drawn.svg)
  })
}

function isKind(text: string): text is Kind {
  return ["currency", "exchange", "protocol", "wallet", "card"].includes(text)
}

function entityOf(kind: Kind, slug: string, market: Market): { name: string; symbol?: string } | undefined {
  if (kind === "currency") return market.currencyBySlug.get(slug)
  if (kind === "exchange") return market.exchangeBySlug.get(slug)
  if (kind === "protocol") return market.protocolBySlug.get(slug)
  return kind === "wallet" ? market.walletBySlug.get(slug) : market.cardBySlug.get(slug)
}

function isListed(kind: Kind, slug: string, market: Market): boolean {
  return entityOf(kind, slug, market) !== undefined
}

function nameOf(kind: Kind, slug: string, market: Market): string {
  const entity = entityOf(kind, slug, market)
  return entity?.symbol ?? entity?.name ?? slug
}

/** One or two letters on a colour that is always the same for a name. */
function monogram(name: string): string {
  const letters = (name.match(/[\p{L}\p{N}]+/gu) ?? ["?"]).slice(0, 2)
  const text = (
    letters.length > 1
      ? letters.map((word) => Array.from(word)[0]).join("")
      : Array.from(letters[0] ?? "?")
          .slice(0, 2)
          .join("")
  ).toUpperCase()
  const hue = createHash("sha1").update(name).digest().readUInt16BE(0) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="24" fill="hsl(${hue} 45% 38%)"/><text x="24" y="24" dy=".35em" text-anchor="middle" font-family="Inter,Arial,sans-serif" font-size="${text.length > 1 ? 18 : 22}" font-weight="600" fill="#fff">${escapeXml(text)}</text></svg>`
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
}
