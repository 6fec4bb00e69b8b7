// Who asks the API, worked out once per request.
import type { FastifyRequest } from "fastify"
import { AppError } from "../../core/errors.ts"
import type { Entitlements } from "../market/entitlements.ts"

export type Caller = { userId: string | null; entitlements: Entitlements }

/** A caller whose answer differs from everybody's is entitled to something. */
export type KnownCaller = Caller & { isEntitled: boolean }

export function openCallers(callerOf: (request: FastifyRequest) => Promise<Caller>) {
  const known = new WeakMap<FastifyRequest, Promise<KnownCaller>>()
  const find = async (request: FastifyRequest): Promise<KnownCaller> => {
    const caller = await callerOf(request)
    const { realApyFigure, historyDays } = caller.entitlements
    return { ...caller, isEntitled: realApyFigure || historyDays === null }
  }
  return {
    of(request: FastifyRequest): Promise<KnownCaller> {
      const caller = known.get(request) ?? find(request)
      known.set(request, caller)
      return caller
    },
  }
}

/** The error for what a plan does not include; `field` names the input that asked for it. */
export function planRequired(field?: string): AppError {
  return new AppError("plan_required", field === undefined ? {} : { fields: { [field]: "plan_required" } })
}
