// Turns the OpenAPI document into rows that a page can show. What the document says stays as it says it, in English.
import type { ApiEndpoint, ApiFields, ApiParameter } from "./data.ts"

export type Schema = {
  type?: string | readonly string[]
  enum?: readonly string[]
  format?: string
  description?: string
  minimum?: number
  maximum?: number
  default?: string | number | boolean
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  $ref?: string
}
type Parameter = { name: string; in: string; required?: boolean; schema: Schema; description?: string }
type Answer = { description: string; content?: Readonly<Record<string, { schema: Schema }>> }
type Operation = { summary: string; parameters?: readonly Parameter[]; responses: Readonly<Record<string, Answer>> }

export type OpenApi = {
  servers: readonly { url: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

/** Each call with its parameters and answers, in the document's order. */
export function endpointsOf(document: OpenApi): ApiEndpoint[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary, parameters = [], responses }]) => ({
      id: `${method}${path.replaceAll(/[^a-z0-9]+/gi, "-")}`.replace(/-$/, ""),
      method: method.toUpperCase(),
      path,
      summary,
      parameters: parameters.map(parameterOf),
      answers: Object.entries(responses).map(([status, { description, content }]) => {
        const schema = content?.["application/json"]?.schema
        return { status, description, body: schema ? typeOf(schema) : null }
      }),
    })),
  )
}

function parameterOf({ name, in: place, required, schema, description }: Parameter): ApiParameter {
  const { minimum, maximum, default: usual } = schema
  const bounds = minimum === undefined ? null : maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`
  const notes = [
    place === "path" ? "in the path" : required ? "required" : null,
    bounds,
    usual === undefined ? null : `default ${usual}`,
  ].filter((note) => note !== null)
  return {
    name,
    type: typeOf({ ...schema, enum: undefined } as Schema),
    values: [...(schema.enum ?? [])],
    note: notes.length > 0 ? notes.join(", ") : null,
    description: description ?? "",
  }
}

/** The named shapes, with the fields of nested ones written as paths: terms[].tiers[].apy. */
export function schemasOf(document: OpenApi): ApiFields[] {
  return Object.entries(document.components.schemas).map(([name, schema]) => ({
    id: `schema-${name.toLowerCase()}`,
    name,
    fields: fieldsOf(schema, ""),
  }))
}

function fieldsOf(schema: Schema, prefix: string): ApiFields["fields"] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = prefix + key
    const isList = field.items !== undefined
    const own = { name, type: typeOf(field), description: field.description ?? null }
    return [own, ...fieldsOf(isList ? (field.items as Schema) : field, `${name}${isList ? "[]" : ""}.`)]
  })
}

/** A type in words: "number or null", "list of Offer", "active, soldOut or ended". */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "object"
  if (schema.enum) return schema.enum.join(" | ")
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (schema.properties) {
    const keys = Object.keys(schema.properties)
    return keys.includes("data")
      ? `{ ${keys.join(", ")} }: data is ${typeOf(schema.properties.data as Schema)}`
      : "object"
  }
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"])
  const format = schema.format === "date" ? " (YYYY-MM-DD)" : ""
  return types.join(" or ") + format
}
