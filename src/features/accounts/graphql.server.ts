// The mutation `register`: the same registration as at the REST door, without the ticks that the form asks for (spec 3, 7).
import { GraphQLError } from "graphql"
import { AppError } from "../../core/errors.ts"
import type { GraphqlBuilder, GraphqlContext } from "../market/graphql.server.ts"
import { parseBody, type Registration } from "./rest.server.ts"
import { registrationSchema } from "./schema.ts"

export type Register = (input: Registration, context: GraphqlContext) => Promise<{ id: string; email: string }>

export function addRegister(builder: GraphqlBuilder, register: Register): void {
  const input = builder.inputType("RegisterInput", {
    fields: (t) => ({
      email: t.string({ required: true }),
      password: t.string({ required: true }),
      name: t.string(),
      locale: t.string(),
    }),
  })
  const registered = builder.objectRef<{ id: string; email: string }>("RegisteredUser").implement({
    fields: (t) => ({ id: t.exposeID("id"), email: t.exposeString("email") }),
  })
  builder.mutationFields((t) => ({
    register: t.field({
      type: registered,
      nullable: true,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, args, context) => {
        // Spec 5: registration always says yes to both; the form sends nothing before they are ticked.
        const given = { ...args.input, locale: args.input.locale ?? "en", termsConfirmed: true, privacyConfirmed: true }
        try {
          return await register(parseBody(registrationSchema, given), context)
        } catch (error) {
          throw error instanceof AppError ? inGraphql(error) : error
        }
      },
    }),
  }))
}

/** An error of ours as GraphQL tells it: the code that the REST doors use, in the extensions. */
function inGraphql({ message, code, fields, statusCode }: AppError): GraphQLError {
  return new GraphQLError(message, { extensions: { code, statusCode, ...(fields ? { fields } : {}) } })
}
