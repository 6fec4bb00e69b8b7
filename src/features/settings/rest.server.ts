// What belongs to a person leaves with them: all of it as a file, and the account's end.
import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { AppError } from "../../core/errors.ts"
import { deleteUser } from "../accounts/commands.server.ts"
import { type AccountDoors, parseBody } from "../accounts/rest.server.ts"
import { emailSchema } from "../accounts/schema.ts"
import { provePassword } from "../accounts/settings-rest.server.ts"
import type { Billing } from "../billing/books.server.ts"
import { endEverything } from "../billing/plan-changes.server.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import { ownData } from "./own-data.server.ts"

const deletionSchema = z.object({ email: emailSchema, password: z.string().optional() })

export type OwnDataDeps = { catalogue: Catalogue; billing: Billing }

export function registerOwnData(app: FastifyInstance, deps: AccountDoors, { catalogue, billing }: OwnDataDeps): void {
  const { db, clock, sessions } = deps

  app.get("/api/settings/export", async (request, reply) => {
    const { user } = await sessions.require(request)
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", 'attachment; filename="apyary-my-data.json"')
      .type("application/json; charset=utf-8")
      .send(`${JSON.stringify(await ownData(db, catalogue.market(), user, clock()), null, 2)}\n`)
  })

  app.post("/api/settings/delete", async (request, reply) => {
    const { user } = await sessions.require(request)
    const { email, password } = parseBody(deletionSchema, request.body)
    // Typed by hand: nobody deletes an account with one slip.
    if (email !== user.email) throw new AppError("email_invalid", { fields: { email: "email_invalid" } })
    await provePassword(deps, reply, user, password, "password")
    // Nobody goes on paying for an account that is gone: when the provider does not end it, the account stays.
    await endEverything(billing, user.id)
    await deleteUser(deps, user)
    await sessions.end(request, reply)
    return reply.code(204).header("cache-control", "no-store").send()
  })
}
