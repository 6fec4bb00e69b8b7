// All clients of the embedded database share one session. A query by the extended protocol takes several messages (Parse, Bind,
// Execute, Sync), and pglite-socket's own queue lets another client's messages in between, which mixes up their unnamed statements.
// This queue lets one client finish what it began: until Sync, and until the end of its transaction.
import type { PGlite } from "@electric-sql/pglite"

type Waiting = {
  handlerId: number
  message: Uint8Array
  onData: (data: Uint8Array) => void
  resolve: (bytes: number) => void
  reject: (error: unknown) => void
}

/** Message types after which the session is at rest: Sync, simple Query, Terminate. */
const ENDS_A_QUERY: ReadonlySet<number> = new Set(["S", "Q", "X"].map((letter) => letter.charCodeAt(0)))
/** A Sync message: brings the session to rest for a client that went away in the middle. */
const SYNC = Uint8Array.from([0x53, 0, 0, 0, 4])

type Session = Pick<PGlite, "isInTransaction" | "execProtocolRawStream" | "runExclusive" | "exec">

/** Has the methods that PGLiteSocketHandler asks of its queue. */
export class SessionQueue {
  readonly #db: Session
  #waiting: Waiting[] = []
  #owner: number | null = null
  #isRunning = false

  constructor(db: Session) {
    this.#db = db
  }

  /** Runs a client's message when its turn comes; gives how many bytes were answered. */
  enqueue(handlerId: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ handlerId, message, onData, resolve, reject })
      void this.#run()
    })
  }

  getQueueLength(): number {
    return this.#waiting.length
  }

  clearQueueForHandler(handlerId: number): void {
    const gone = this.#waiting.filter((item) => item.handlerId === handlerId)
    this.#waiting = this.#waiting.filter((item) => item.handlerId !== handlerId)
    for (const item of gone) item.reject(new Error("the client disconnected"))
  }

  /** A client that goes away in the middle of something leaves the session as it was before. */
  async clearTransactionIfNeeded(handlerId: number): Promise<void> {
    if (this.#owner !== handlerId) return
    await this.#db.runExclusive(() => this.#db.execProtocolRawStream(SYNC, { onRawData: () => {} }))
    // Its last message may have ended meanwhile, and the turn gone to another client, whose it stays.
    if (this.#owner !== handlerId) return
    if (this.#db.isInTransaction()) await this.#db.exec("ROLLBACK")
    this.#owner = null
    void this.#run()
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let next = this.#take(); next; next = this.#take()) await this.#execute(next)
    } finally {
      this.#isRunning = false
    }
  }

  #take(): Waiting | undefined {
    if (this.#owner === null) return this.#waiting.shift()
    const at = this.#waiting.findIndex((item) => item.handlerId === this.#owner)
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0]
  }

  async #execute(item: Waiting): Promise<void> {
    let bytes = 0
    // The first message of a connection has no type byte: its length begins with 0.
    const type = item.message[0] ?? 0
    this.#owner = item.handlerId
    try {
      await this.#db.runExclusive(() =>
        this.#db.execProtocolRawStream(item.message, {
          onRawData: (data) => {
            bytes += data.length
            item.onData(data)
          },
        }),
      )
      item.resolve(bytes)
    } catch (error) {
      item.reject(error)
    }
    const isAtRest = type === 0 || ENDS_A_QUERY.has(type)
    if (isAtRest && !this.#db.isInTransaction()) this.#owner = null
  }
}
