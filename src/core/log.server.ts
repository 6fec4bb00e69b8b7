import { type Logger, pino } from "pino"

export type { Logger }

/** The process's log: one JSON line per event; secrets and query strings never get in. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ["req.headers.cookie", "req.headers.authorization", "*.password", "*.token"], remove: true },
  })
}
