// The networks where the community meets (spec 2): their addresses come from the settings, and those without one are not shown.
import type { FastifyInstance } from "fastify"
import {
  siCoinmarketcap,
  siDiscord,
  siFacebook,
  siInstagram,
  siMedium,
  siTelegram,
  siVk,
  siX,
  siYoutube,
} from "simple-icons"
import type { Config } from "../core/config.server.ts"

/** simple-icons has none for these two: plain letters of our own. */
const DEBANK_PATH = "M4 3h8a9 9 0 0 1 0 18H4zm3 3v12h5a6 6 0 0 0 0-12z"
const LINKEDIN_PATH =
  "M4 9h4v12H4zM6 3a2.2 2.2 0 1 1 0 4.4A2.2 2.2 0 0 1 6 3zm5 6h4v1.7c.7-1.2 2-2 3.6-2C21 8.700 22 10.500 22 13.500V21h-4v-6.500c0-1.600-.4-2.500-1.500-2.500S15 13 15 14.500V21h-4z"

export const NETWORKS = [
  { id: "x", name: "X", path: siX.path },
  { id: "coinmarketcap", name: "CoinMarketCap", path: siCoinmarketcap.path },
  { id: "debank", name: "DeBank", path: DEBANK_PATH },
  { id: "discord", name: "Discord", path: siDiscord.path },
  { id: "medium", name: "Medium", path: siMedium.path },
  { id: "linkedin", name: "LinkedIn", path: LINKEDIN_PATH },
  { id: "facebook", name: "Facebook", path: siFacebook.path },
  { id: "instagram", name: "Instagram", path: siInstagram.path },
  { id: "youtube", name: "YouTube", path: siYoutube.path },
  { id: "vk", name: "VK", path: siVk.path },
  { id: "telegram", name: "Telegram", path: siTelegram.path },
] as const
export type NetworkId = (typeof NETWORKS)[number]["id"]
export type CommunityLink = { id: NetworkId; name: string; url: string }

/** The addresses of the settings, by network. */
export function communityUrls(config: Config): Partial<Record<NetworkId, string>> {
  return Object.fromEntries(
    NETWORKS.flatMap(({ id }) => {
      const url = config[`COMMUNITY_${id.toUpperCase() as Uppercase<NetworkId>}_URL`]
      return url ? [[id, url]] : []
    }),
  )
}

/** The networks that have an address, in the spec's order. */
export function communityLinks(urls: Partial<Record<NetworkId, string>>): CommunityLink[] {
  return NETWORKS.flatMap(({ id, name }) => {
    const url = urls[id]
    return url ? [{ id, name, url }] : []
  })
}

const SPRITE = `<svg xmlns="http://www.w3.org/2000/svg">${NETWORKS.map(({ id, path }) => `<symbol id="${id}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`).join("")}</svg>`

/** All icons in one file, of which a page shows the ones it needs. */
export function registerCommunityIcons(app: FastifyInstance): void {
  app.get("/icons/community.svg", (_request, reply) =>
    reply.header("cache-control", "public, max-age=604800").type("image/svg+xml").send(SPRITE),
  )
}
