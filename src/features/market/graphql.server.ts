// The GraphQL schema's builder. Features add their types and fields to it; src/app/ puts the schema together.
import SchemaBuilder from "@pothos/core"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Db } from "../../core/db/database.server.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { Market } from "./model.ts"

export type GraphqlContext = {
  market: Market
  db: Db
  now: Date
  /** From 0 up to 1; handed in, so that a test can say what is chosen. */
  random: () => number
  translate: (locale: Locale) => Translate
  /** What the asking person's plan means for ads. */
  viewer: { noAds: boolean; tariffCode: string }
  /** For whoever has to know who asks, and to sign somebody in. */
  request: FastifyRequest
  reply: FastifyReply
}

export function createGraphqlBuilder() {
  return new SchemaBuilder<{ Context: GraphqlContext }>({})
}
export type GraphqlBuilder = ReturnType<typeof createGraphqlBuilder>
