// What can go wrong with a list, as its person has to be told.

/** full: it holds no more; storage: the browser keeps nothing; offline: the server was not reached; file: no file of ours. */
export const WATCH_PROBLEMS = ["full", "storage", "offline", "file"] as const
export type WatchProblem = (typeof WATCH_PROBLEMS)[number]

export class WatchFailure extends Error {
  /** "signedOut" is told to nobody: the list goes on in the browser. */
  readonly problem: WatchProblem | "signedOut"

  constructor(problem: WatchFailure["problem"]) {
    super(problem)
    this.name = "WatchFailure"
    this.problem = problem
  }
}

/** The words' name for anything that was thrown. */
export function problemOf(error: unknown): WatchProblem {
  return error instanceof WatchFailure && error.problem !== "signedOut" ? error.problem : "offline"
}
