// Doors that take JSON from a script and the same fields from a plain form: the form is answered by a redirect to a page.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { AppError } from "./errors.ts"

declare module "fastify" {
  interface FastifyContextConfig {
    /** Where a form without a script goes back to when something is wrong. */
    formPage?: (request: FastifyRequest, codes: string[]) => string
  }
}

/** Makes a scope read JSON and urlencoded bodies; an empty body is no fields. What else comes is refused as unsupported. */
export function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const json = scope.getDefaultJsonParser("error", "error")
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, {})
    else void json(request, String(body), done)
  })
  scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** The same, and a form in which something is wrong is sent back to the page that its route names. */
export function acceptForms(scope: FastifyInstance): void {
  readForms(scope)
  scope.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const { formPage } = request.routeOptions.config
    if (!isForm(request) || !formPage || !(error instanceof AppError)) throw error
    const codes = error.fields ? [...new Set(Object.values(error.fields))] : [error.code]
    return reply.header("cache-control", "no-store").redirect(formPage(request, codes), 303)
  })
}

/** Whether a plain form sent the request. */
export function isForm(request: FastifyRequest): boolean {
  return (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded")
}

/** Whether a browser asks for something to look at, rather than a program for an answer. */
export function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? "").includes("text/html")
}

/** A form is sent on to a page, a script gets its answer. Neither is kept. */
export function answerForm(request: FastifyRequest, reply: FastifyReply, page: string, status: number, body?: object) {
  reply.header("cache-control", "no-store")
  if (isForm(request)) return reply.redirect(page, 303)
  return body === undefined ? reply.code(status).send() : reply.code(status).send(body)
}
