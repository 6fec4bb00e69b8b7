// The GraphQL endpoint: every operation of the contract at /api/graphql, and the same at /graphql.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { NoSchemaIntrospectionCustomRule } from "graphql"
import { createYoga, type Plugin } from "graphql-yoga"
import { AppError } from "../core/errors.ts"
import { limitsRule } from "../core/graphql-limits.server.ts"
import { addAccounts } from "../features/accounts/graphql.server.ts"
import { addAds } from "../features/ads/graphql.server.ts"
import { addBilling } from "../features/billing/graphql.server.ts"
import { createGraphqlBuilder, type GraphqlContext } from "../features/market/graphql.server.ts"
import { addSearch } from "../features/search/graphql.server.ts"

/** The whole schema, code first. */
export function buildSchema() {
  const builder = createGraphqlBuilder()
  builder.queryType({})
  builder.mutationType({})
  addSearch(builder)
  addAds(builder)
  addAccounts(builder, addBilling(builder))
  return builder.toSchema()
}

const limits: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(limitsRule)
    addValidationRule(NoSchemaIntrospectionCustomRule)
  },
}

/** JSON by POST only: a form from another site cannot send that, and a GET would end in logs and caches. */
export function registerGraphql(app: FastifyInstance, contextOf: (request: FastifyRequest) => GraphqlContext): void {
  const yoga = createYoga<{ context: GraphqlContext }>({
    schema: buildSchema(),
    context: ({ context }) => context,
    graphqlEndpoint: "/graphql",
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
    plugins: [limits],
  })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (!request.headers["content-type"]?.startsWith("application/json"))
      throw new AppError("unsupported_media_type", { message: "Send the query as application/json." })
    const response = await yoga.fetch(
      "http://graphql/graphql",
      {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(request.body ?? null),
      },
      { context: contextOf(request) },
    )
    return reply
      .code(response.status)
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .send(await response.text())
  }
  for (const path of ["/api/graphql", "/graphql"]) {
    app.post(path, answer)
    app.get(path, () => {
      throw new AppError("method_not_allowed", { message: "Send the query by POST." })
    })
  }
}
