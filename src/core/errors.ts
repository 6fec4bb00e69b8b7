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
  // accounts
  unauthorized: 401,
  user_blocked: 401,
  wrong_origin: 403,
  email_invalid: 400,
  email_exists: 400,
  password_too_short: 400,
  password_wrong: 400,
  terms_required: 400,
  token_invalid: 400,
  provider_not_configured: 503,
  login_refused: 400,
  login_unconfirmed: 409,
  login_without_email: 400,
  login_taken: 409,
  last_login: 409,
  key_limit: 409,
  // plans
  plan_required: 403,
  no_paid_plan: 409,
  already_scheduled: 409,
  nothing_scheduled: 409,
  signature_invalid: 400,
  unknown_product: 500,
  still_paid: 409,
  // mail
  mail_refused: 502,
  // watchlist
  watchlist_full: 409,
  file_unreadable: 400,
  // alerts
  alert_limit: 409,
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

/** Texts that other programs recognise (spec 8, contract/rest). */
const TEXT_OF: Partial<Record<ErrorCode, string>> = {
  unauthorized: "Unauthorized",
  user_blocked: "User is blocked",
  email_exists: "Email already exists",
  email_invalid: "The e-mail address is not valid.",
  password_too_short: "The password needs at least 6 characters.",
  password_wrong: "The current password is another one.",
  terms_required: "The terms and the privacy notice must be accepted.",
  token_invalid: "The link was used, has expired or is unknown: ask for a new one.",
  login_refused: "The provider did not sign anybody in: try again.",
  login_unconfirmed:
    "There is an account with this e-mail address: sign in to it and connect the provider in the settings.",
  login_without_email: "The provider gave no e-mail address: register with one.",
  login_taken: "This provider's account is connected to another account.",
  key_limit: "There are ten keys already: remove one first.",
  last_login: "Set a password first: nothing else would let you in.",
  wrong_origin: "Only the site's own pages may send this.",
  plan_required: "The plan does not include this: see /pricing.",
  no_paid_plan: "There is no paid plan to change.",
  already_scheduled: "This change is scheduled already.",
  nothing_scheduled: "No change is scheduled.",
  signature_invalid: "The signature is missing, wrong or too old.",
  watchlist_full: "The list holds no more: remove something first.",
  file_unreadable: "This is no watchlist that was exported here: nothing was changed.",
}

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
    super(details.message ?? TEXT_OF[code] ?? code.replaceAll("_", " "), { cause: details.cause })
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
