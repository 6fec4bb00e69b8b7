import type { Config } from "../../core/config.server.ts"
import type { IngestSettings } from "./jobs.server.ts"
import { BUNDLED_MANUAL_DIR } from "./seed.server.ts"

/** The part of the settings that the ingestion needs. */
export function ingestSettings(config: Config): IngestSettings {
  return {
    sources: {
      coingeckoKey: config.COINGECKO_DEMO_KEY ?? null,
      pendleKey: config.PENDLE_API_KEY ?? null,
      manualDir: config.MANUAL_DIR ?? BUNDLED_MANUAL_DIR,
    },
    manualIsOwn: config.MANUAL_DIR !== undefined,
    origins: {
      ...(config.SOURCE_DEFILLAMA_URL && { defillama: config.SOURCE_DEFILLAMA_URL }),
      ...(config.SOURCE_COINPAPRIKA_URL && { coinpaprika: config.SOURCE_COINPAPRIKA_URL }),
      ...(config.SOURCE_COINGECKO_URL && { coingecko: config.SOURCE_COINGECKO_URL }),
      ...(config.SOURCE_BYBIT_URL && { bybit: config.SOURCE_BYBIT_URL }),
      ...(config.SOURCE_OKX_URL && { okx: config.SOURCE_OKX_URL }),
      ...(config.SOURCE_GATE_URL && { gate: config.SOURCE_GATE_URL }),
      ...(config.SOURCE_BITFINEX_URL && { bitfinex: config.SOURCE_BITFINEX_URL }),
      ...(config.SOURCE_GEMINI_URL && { gemini: config.SOURCE_GEMINI_URL }),
      ...(config.SOURCE_LIDO_URL && { lido: config.SOURCE_LIDO_URL }),
      ...(config.SOURCE_PENDLE_URL && { pendle: config.SOURCE_PENDLE_URL }),
    },
  }
}
