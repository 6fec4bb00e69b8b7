// Asking other programs: with a time limit, a size limit, retries with back-off, and respect for Retry-After.
import { setTimeout as sleep } from "node:timers/promises"
import { AppError } from "./errors.ts"

export type JsonRequest = {
  url: string
  headers?: Record<string, string>
  /** Bytes of the decoded body; more is an error, not a cut. */
  maxBytes?: number
  timeoutMs?: number
  /** How often a failure that may pass (network, 429, 5xx) is tried again. */
  retries?: number
  /** Waits between tries; replaced in tests. */
  wait?: (ms: number) => Promise<unknown>
}

const DEFAULT_MAX_BYTES = 8 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 20_000
const DEFAULT_RETRIES = 3
const FIRST_WAIT_MS = 500
/** A server that asks for more patience than this is tried again at the next scheduled run instead. */
const LONGEST_WAIT_MS = 60_000

/**
 * GET, parsed as JSON. Throws AppError "source_unreachable" (network, time limit), "source_status" (status 300 or higher),
 * "source_too_large" or "source_not_json".
 */
export async function getJson(request: JsonRequest): Promise<unknown> {
  const wait = request.wait ?? sleep
  const retries = request.retries ?? DEFAULT_RETRIES
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryOnce(request)
    if ("json" in outcome) return outcome.json
    const delay = outcome.retryAfterMs ?? FIRST_WAIT_MS * 2 ** attempt
    if (!outcome.mayPass || attempt >= retries || delay > LONGEST_WAIT_MS) throw outcome.error
    await wait(delay)
  }
}

type Outcome = { json: unknown } | { error: AppError; mayPass: boolean; retryAfterMs?: number | null }

async function tryOnce(request: JsonRequest): Promise<Outcome> {
  const { url } = request
  let text: string
  try {
    const response = await fetch(url, {
      headers: {
        accept: "application/json",
        "user-agent": "Apyary/0.1 (+https://github.com/apyary)",
        ...request.headers,
      },
      redirect: "follow",
      signal: AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return {
        error: new AppError("source_status", { message: `${url} answered ${response.status}` }),
        mayPass: response.status === 429 || response.status >= 500,
        retryAfterMs: retryAfterMs(response.headers.get("retry-after"), Date.now()),
      }
    }
    text = await readLimited(response, request.maxBytes ?? DEFAULT_MAX_BYTES)
  } catch (cause) {
    if (cause instanceof AppError) return { error: cause, mayPass: false }
    return { error: new AppError("source_unreachable", { message: `${url} did not answer`, cause }), mayPass: true }
  }
  try {
    return { json: JSON.parse(text) }
  } catch (cause) {
    return {
      error: new AppError("source_not_json", { message: `${url} did not answer with JSON`, cause }),
      mayPass: false,
    }
  }
}

async function readLimited(response: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.byteLength
    if (size > maxBytes)
      throw new AppError("source_too_large", { message: `${response.url} sent more than ${maxBytes} bytes` })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString("utf8")
}

/** Milliseconds that a Retry-After header (seconds or a date) asks for; null when it says nothing usable. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  // Date.parse takes "-5" and "1.5" for dates; those of HTTP begin with the day's name (RFC 9110, 5.6.7).
  const date = /^\s*[A-Z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs)
}
