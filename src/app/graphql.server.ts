// The GraphQL endpoint: every operation of the contract at /api/graphql, and the same at /graphql.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { NoSchemaIntrospectionCustomRule } from "graphql"
import { createYoga, type Plugin } from "graphql-yoga"
import { AppError } from "../core/errors.ts"
import { limitsRule } from "../core/graphql-limits.server.ts"
import { addRegister, type Register } from "../features/accounts/graphql.server.ts"
import { addAds } from "../features/ads/graphql.server.ts"
import { addBilling } from "../features/billing/graphql.server.ts"
import { createGraphqlBuilder, type GraphqlContext } from "../features/market/graphql.server.ts"
import { addSearch } from "../features/search/graphql.server.ts"
import { addUser, type FindUser } from "../features/settings/graphql.server.ts"

export type GraphqlDoors = { register: Register; findUser: FindUser }

/** The whole schema, code first. */
export function buildSchema({ register, findUser }: GraphqlDoors) {
  const builder = createGraphqlBuilder()
  builder.queryType({})
  builder.mutationType({})
  addSearch(builder)
  addAds(builder)
  addUser(builder, addBilling(builder), findUser)
  addRegister(builder, register)
  return builder.toSchema()
}

const limits: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(limitsRule)
    addValidationRule(NoSchemaIntrospectionCustomRule)
  },
}

/** JSON by POST only: a form from another site cannot send that, and a GET would end in logs and caches. */
export function registerGraphql(
  app: FastifyInstance,
  doors: GraphqlDoors,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<GraphqlContext>,
): void {
  const yoga = createYoga<{ context: GraphqlContext }>({
    schema: buildSchema(doors),
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
      { context: await contextOf(request, reply) },
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
