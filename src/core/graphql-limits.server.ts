// How much one GraphQL request may ask for. Counted before anything runs, so that a hostile query costs nothing.
import { type ASTVisitor, GraphQLError, Kind, type SelectionSetNode, type ValidationContext } from "graphql"

export const GRAPHQL_LIMITS = {
  /** Fields within fields. */
  depth: 8,
  aliases: 20,
  /** Fields in all, after fragments are put in. */
  fields: 500,
  operations: 5,
} as const

/** A validation rule: refuses a document that is deeper, wider or more often aliased than the limits. */
export function limitsRule(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      const fragments = new Map(
        document.definitions.flatMap((definition) =>
          definition.kind === Kind.FRAGMENT_DEFINITION
            ? [[definition.name.value, definition.selectionSet] as const]
            : [],
        ),
      )
      const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      const counted = { fields: 0, aliases: 0, depth: 0 }

      /** Stops as soon as a limit is passed; a fragment that holds itself is stopped by the depth. */
      function count(selections: SelectionSetNode, depth: number): void {
        counted.depth = Math.max(counted.depth, depth)
        if (isOver()) return
        for (const selection of selections.selections) {
          if (selection.kind === Kind.FRAGMENT_SPREAD) {
            const fragment = fragments.get(selection.name.value)
            // A fragment counts as a level, so that fragments in a circle end.
            if (fragment) count(fragment, depth + 0.25)
          } else if (selection.kind === Kind.INLINE_FRAGMENT) {
            count(selection.selectionSet, depth + 0.25)
          } else {
            counted.fields++
            if (selection.alias) counted.aliases++
            if (selection.selectionSet) count(selection.selectionSet, depth + 1)
          }
          if (isOver()) return
        }
      }
      const isOver = () =>
        counted.depth > GRAPHQL_LIMITS.depth ||
        counted.fields > GRAPHQL_LIMITS.fields ||
        counted.aliases > GRAPHQL_LIMITS.aliases

      for (const operation of operations) count(operation.selectionSet, 1)
      if (operations.length > GRAPHQL_LIMITS.operations || isOver()) {
        context.reportError(
          new GraphQLError(
            `The query asks for too much: at most ${GRAPHQL_LIMITS.depth} levels, ${GRAPHQL_LIMITS.fields} fields and ${GRAPHQL_LIMITS.aliases} aliases.`,
            { extensions: { code: "query_too_large" } },
          ),
        )
      }
    },
  }
}
