// Every error that a door translates into an answer. Codes are stable, messages are English and for developers (contract/rest).

const STATUS_OF = {
  bad_request: 400,
  unknown_parameter: 400,
  invalid_parameter: 400,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  // settings and start
  invalid_setting: 500,
  data_folder_in_use: 500,
  data_folder_unusable: 500,
  database_unreachable: 500,
  // ingestion
  source_unreachable: 502,
  source_status: 502,
  source_too_large: 502,
  source_not_json: 502,
  source_shape: 502,
  source_running: 409,
  unknown_source: 400,
} as const

export type ErrorCode = keyof typeof STATUS_OF

export type ErrorDetails = {
  /** English, one sentence, says what to do. Falls back to the code in words. */
  message?: string
  /** Which inputs are at fault: parameter name to code. */
  fields?: Record<string, string>
  cause?: unknown
}

/** Thrown by rules and commands; each door translates it once. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? code.replaceAll("_", " "), { cause: details.cause })
    this.name = "AppError"
    this.code = code
    this.fields = details.fields
  }

  /** The HTTP status that goes with the code. */
  get statusCode(): number {
    return STATUS_OF[this.code]
  }
}

/** The words for a log line or a command's output: the message, and the cause's where there is one. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ""
  return `${error.message}${cause}`
}
