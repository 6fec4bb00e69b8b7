// All sources. A new one is a file beside this one, a fixture, a line here and its id in ../source.ts.
import { AppError } from "../../../core/errors.ts"
import type { Source, SourceId } from "../source.ts"
import { bitfinex } from "./bitfinex.ts"
import { bybit } from "./bybit.ts"
import { coingecko } from "./coingecko.ts"
import { coinpaprika } from "./coinpaprika.ts"
import { defillama } from "./defillama.ts"
import { gate } from "./gate.ts"
import { gemini } from "./gemini.ts"
import { lido } from "./lido.ts"
import { manual } from "./manual.server.ts"
import { okx } from "./okx.ts"
import { pendle } from "./pendle.ts"

export const SOURCES: Readonly<Record<SourceId, Source>> = {
  defillama,
  coinpaprika,
  coingecko,
  bybit,
  okx,
  gate,
  bitfinex,
  gemini,
  lido,
  pendle,
  manual,
}

/** The source of that id, or undefined. */
export function findSource(id: string): Source | undefined {
  return Object.hasOwn(SOURCES, id) ? SOURCES[id as SourceId] : undefined
}

/** The source of that id. Throws AppError "unknown_source", which names those that exist. */
export function getSource(id: string): Source {
  const source = findSource(id)
  if (source === undefined) {
    throw new AppError("unknown_source", {
      message: `There is no source "${id}". There are: ${Object.keys(SOURCES).join(", ")}.`,
    })
  }
  return source
}
