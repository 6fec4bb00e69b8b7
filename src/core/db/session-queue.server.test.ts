import { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { SessionQueue } from "./session-queue.server.ts"

let db: PGlite
beforeAll(async () => {
  db = await PGlite.create()
  // A session speaks the protocol only after its first message.
  await db.exec("create table note (text text)")
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.exec("truncate note")
})

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : Buffer.from(part))))
function message(type: string, body: Buffer = Buffer.alloc(0)): Uint8Array {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return new Uint8Array(Buffer.concat([head, body]))
}
// The unnamed statement and portal, as postgres.js with prepare: false uses them.
const parse = (sql: string) => message("P", bytes("", sql, [0, 0]))
const BIND = message("B", bytes("", "", [0, 0, 0, 0, 0, 0]))
const EXECUTE = message("E", bytes("", [0, 0, 0, 0]))
const SYNC = message("S")
const query = (sql: string) => message("Q", bytes(sql))

/** A client of a queue: sends its messages one after the other, as a socket does, and keeps what it got. */
function client(queue: SessionQueue, id: number) {
  let answer = ""
  return {
    id,
    send: (sent: Uint8Array) => queue.enqueue(id, sent, (data) => (answer += Buffer.from(data).toString("latin1"))),
    async run(...sent: Uint8Array[]) {
      answer = ""
      for (const one of sent) await this.send(one)
      return answer
    },
    extended(sql: string) {
      return this.run(parse(sql), BIND, EXECUTE, SYNC)
    },
    answer: () => answer,
    async leave() {
      queue.clearQueueForHandler(id)
      await queue.clearTransactionIfNeeded(id)
    },
  }
}
const notes = async () =>
  (await db.query<{ text: string }>("select text from note order by text")).rows.map((row) => row.text)

describe("two clients on one session", () => {
  it("get their own answers when their Parse, Bind and Execute come in turns", async () => {
    const queue = new SessionQueue(db)
    const [one, two] = [client(queue, 1), client(queue, 2)]
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([
        one.extended(`select 'for-one-${round}'`),
        two.extended(`select 'for-two-${round}'`),
      ])
      expect(answers[0]).toContain(`for-one-${round}`)
      expect(answers[0]).not.toContain("for-two")
      expect(answers[1]).toContain(`for-two-${round}`)
      expect(answers[1]).not.toContain("for-one")
    }
  })

  it("do not get into each other's transactions", async () => {
    const queue = new SessionQueue(db)
    const [one, two] = [client(queue, 1), client(queue, 2)]
    await one.run(query("begin"))
    await one.run(query("insert into note values ('from one')"))
    const other = two.run(query("insert into note values ('from two')"))
    expect(queue.getQueueLength()).toBe(1)
    await one.run(query("rollback"))
    await other
    expect(await notes()).toEqual(["from two"])
  })

  it("wait for a failed transaction until its owner ends it", async () => {
    const queue = new SessionQueue(db)
    const [one, two] = [client(queue, 1), client(queue, 2)]
    await one.run(query("begin"))
    expect(await one.run(query("select * from nowhere"))).toContain("does not exist")
    const other = two.extended("select 'for two'")
    await one.run(query("rollback"))
    expect(await other).toContain("for two")
  })

  it("give the turn to each other after every query: nobody waits forever", async () => {
    const queue = new SessionQueue(db)
    const clients = Array.from({ length: 6 }, (_, at) => client(queue, at + 1))
    const answers = await Promise.all(clients.map((one) => one.extended(`select 'answer-${one.id}'`)))
    expect(answers.map((answer, at) => answer.includes(`answer-${at + 1}`))).toEqual(clients.map(() => true))
    expect(queue.getQueueLength()).toBe(0)
  })

  it("get an error as an answer, and the next query works", async () => {
    const queue = new SessionQueue(db)
    const [one, two] = [client(queue, 1), client(queue, 2)]
    const [bad, good] = await Promise.all([one.extended("select * from nowhere"), two.extended("select 'good'")])
    expect(bad).toContain('relation "nowhere" does not exist')
    expect(good).toContain("good")
    expect(await one.extended("select 'again'")).toContain("again")
  })

  it("get as many bytes counted as they were answered", async () => {
    const one = client(new SessionQueue(db), 1)
    const count = await one.send(query("select 'x'"))
    expect(count).toBe(one.answer().length)
    expect(count).toBeGreaterThan(0)
  })
})

describe("a client that goes away", () => {
  test.each<[string, Uint8Array[]]>([
    ["in the middle of a transaction", [query("begin"), query("insert into note values ('half')")]],
    ["in a failed transaction", [query("begin"), query("select * from nowhere")]],
    ["after Parse", [parse("select 'left over'")]],
    ["after Bind", [parse("select 'left over'"), BIND]],
    ["between Execute and Sync", [parse("insert into note values ('half')"), BIND, EXECUTE]],
    ["in an extended query that failed", [parse("select * from nowhere"), BIND]],
    ["in an extended query of a transaction", [query("begin"), parse("insert into note values ('half')"), BIND]],
    ["at rest", [query("select 1")]],
  ])("%s blocks nobody and leaves no transaction open", async (_when, sent) => {
    const queue = new SessionQueue(db)
    const [one, two] = [client(queue, 1), client(queue, 2)]
    for (const item of sent) await one.send(item)
    const other = two.extended("select 'for two'")
    await one.leave()
    const answer = await other
    expect(answer).toContain("for two")
    expect(answer).not.toContain("left over")
    await two.run(query("insert into note values ('kept')"))
    expect(db.isInTransaction()).toBe(false)
    expect((await notes()).at(-1)).toBe("kept")
    if (sent[0]?.[0] === "Q".charCodeAt(0)) expect(await notes()).toEqual(["kept"])
  })

  it("has its waiting messages refused and those of others kept", async () => {
    const queue = new SessionQueue(db)
    const [one, two, three] = [client(queue, 1), client(queue, 2), client(queue, 3)]
    await one.run(query("begin"))
    const gone = two.send(query("insert into note values ('from two')"))
    const refused = expect(gone).rejects.toThrow("disconnected")
    const kept = three.run(query("insert into note values ('from three')"))
    await two.leave()
    await refused
    await one.run(query("commit"))
    await kept
    expect(await notes()).toEqual(["from three"])
  })
})

/** A session whose every call waits for a word from the test. */
function slowSession() {
  const pending: { message: Uint8Array; go: () => void; fail: (error: Error) => void }[] = []
  const rollbacks: string[] = []
  let last = Promise.resolve<unknown>(undefined)
  const session = {
    inTransaction: false,
    isInTransaction: () => session.inTransaction,
    exec: async (sql: string) => void rollbacks.push(sql),
    execProtocolRawStream: (sent: Uint8Array) =>
      new Promise<void>((go, fail) => pending.push({ message: sent, go, fail })),
    runExclusive: (run: () => Promise<unknown>) => (last = last.then(run, run)),
  }
  const tick = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return {
    session,
    rollbacks,
    tick,
    /** Lets the next call end; gives its message type. */
    next: async (error?: Error) => {
      const item = pending.shift()
      if (error) item?.fail(error)
      else item?.go()
      await tick()
      return String.fromCharCode(item?.message[0] ?? 63)
    },
  }
}

describe("with a session that takes its time", () => {
  const queueOf = (session: object) => new SessionQueue(session as ConstructorParameters<typeof SessionQueue>[0])

  it("keeps the next client's query together when the last one leaves while its own ends", async () => {
    const { session, tick, next, rollbacks } = slowSession()
    const queue = queueOf(session)
    const [one, two, three] = [client(queue, 1), client(queue, 2), client(queue, 3)]
    const order: string[] = []
    void one.send(SYNC).then(() => order.push("one"))
    void two.send(parse("select 2")).then(() => order.push("two"))
    await tick()
    const left = one.leave()
    await tick()
    expect(await next()).toBe("S") // one's own Sync ends, the queue turns to two
    void three.send(query("select 3")).then(() => order.push("three"))
    expect(await next()).toBe("S") // the Sync that cleans up after one
    await left
    await next() // two's Parse
    void two.send(SYNC).then(() => order.push("two again"))
    await tick()
    await next()
    await next()
    expect(order).toEqual(["one", "two", "two again", "three"])
    expect(rollbacks).toEqual([])
  })

  it("refuses a message that the session breaks on, and goes on with the next", async () => {
    const { session, tick, next } = slowSession()
    const queue = queueOf(session)
    const broken = client(queue, 1).send(query("select 1"))
    const refused = expect(broken).rejects.toThrow("out of memory")
    const other = client(queue, 2).send(query("select 2"))
    await tick()
    await next(new Error("out of memory"))
    await refused
    await next()
    expect(await other).toBe(0)
  })
})
