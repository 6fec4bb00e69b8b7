// POST /api/webhooks/{provider}: the raw text is what is signed, so it is read by nobody before.
import type { FastifyInstance } from "fastify"
import { type Billing, receiveWebhook } from "./books.server.ts"

/** An event carries a whole subscription or order. */
const MOST_BYTES = 512 * 1024

export async function registerWebhooks(app: FastifyInstance, billing: Billing): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { provider: string }; Body: string | undefined }>(
      "/api/webhooks/:provider",
      { bodyLimit: MOST_BYTES },
      async (request, reply) => {
        await receiveWebhook(billing, request.params.provider, request.body ?? "", request.headers)
        return reply.header("cache-control", "no-store").send({ received: true })
      },
    )
  })
}
