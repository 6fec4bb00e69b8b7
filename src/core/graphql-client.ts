// Asking the site's GraphQL from the browser (spec 7, 8).

export type GraphqlFailure = "server" | "parse" | "missingResponse"

/** `kind` says what went wrong: status 300 or higher, no JSON, or a reply with neither data nor errors. */
export class GraphqlError extends Error {
  readonly kind: GraphqlFailure
  readonly status: number

  constructor(kind: GraphqlFailure, status: number, message: string) {
    super(message)
    this.name = "GraphqlError"
    this.kind = kind
    this.status = status
  }
}

export type GraphqlReply<Data> = { data: Data | null; errors: { message: string; extensions?: { code?: string } }[] }

export type GraphqlOperation = { operationName: string; query: string; variables?: Record<string, unknown> }
type Options = { endpoint?: string; signal?: AbortSignal; fetch?: typeof globalThis.fetch }

/**
 * POSTs one operation. The client's default path is /graphql (spec 7); credentials are those of the same origin.
 * Throws GraphqlError; errors that the server tells of come in the reply.
 */
export async function askGraphql<Data>(
  operation: GraphqlOperation,
  options: Options = {},
): Promise<GraphqlReply<Data>> {
  const ask = options.fetch ?? fetch
  const response = await ask(options.endpoint ?? "/graphql", {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({
      operationName: operation.operationName,
      variables: operation.variables ?? {},
      query: operation.query,
    }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
  const text = await response.text()
  if (response.status >= 300)
    throw new GraphqlError("server", response.status, `The server answered ${response.status}.`)
  let reply: Partial<GraphqlReply<Data>> | null
  try {
    reply = JSON.parse(text) as Partial<GraphqlReply<Data>> | null
  } catch {
    throw new GraphqlError("parse", response.status, "The server did not answer with JSON.")
  }
  if (reply === null || typeof reply !== "object" || (reply.data === undefined && reply.errors === undefined)) {
    throw new GraphqlError("missingResponse", response.status, "The server answered with neither data nor errors.")
  }
  return { data: reply.data ?? null, errors: reply.errors ?? [] }
}
