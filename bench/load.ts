// A small load generator: `generate` runs it in a process of its own, so that it does not share a thread with what it measures.
// Requests go over keep-alive sockets. Without a rate each socket asks again as soon as it has its answer; with a rate they are due at
// fixed times and waiting counts from then, so that a server that stands still is not spared the requests that it keeps waiting.
import { fork } from "node:child_process"
import { connect, type Socket } from "node:net"

export type Load = {
  /** "{n}" in it becomes the number of the request. */
  url: string
  encoding: "br" | "identity"
  connections: number
  /** At most this long; `generate` can be told to stop before. */
  seconds: number
  /** Requests per second over all sockets; 0 = as fast as they are answered. */
  rate: number
}
export type LoadResult = {
  perSecond: number
  answers: number
  bad: number
  /** When each request was due (epoch) and how long its answer took from then. */
  waits: { at: number; ms: number }[]
}

/** Runs a load; gives what came of it, and a way to end it before its time. */
export function generate(load: Load): { result: Promise<LoadResult>; stop(): void } {
  const child = fork(import.meta.filename, { env: { ...process.env, BENCH_LOAD: JSON.stringify(load) } })
  const limit = setTimeout(() => child.kill("SIGKILL"), load.seconds * 1000 + 20_000)
  const result = new Promise<LoadResult>((done, fail) => {
    child.on("message", (message) => done(message as LoadResult))
    child.on("exit", (code) => {
      clearTimeout(limit)
      fail(new Error(`the load generator ended with ${code}`))
    })
  })
  return { result, stop: () => child.connected && child.send("stop") }
}

type Answering = { socket: Socket; dueAt: number; got: number; wanted: number }

function run({ url, encoding, connections, seconds, rate }: Load, isStopped: () => boolean): Promise<LoadResult> {
  const { hostname, port, origin } = new URL(url)
  const head = `HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: ${encoding}\r\n\r\n`
  const path = url.slice(origin.length)
  const startedAt = performance.now()
  const endAt = startedAt + seconds * 1000
  const waits: LoadResult["waits"] = []
  const waited = (dueAt: number, now: number) => waits.push({ at: performance.timeOrigin + dueAt, ms: now - dueAt })
  const idle: Answering[] = []
  const due: number[] = []
  let answers = 0
  let bad = 0
  let issued = 0
  let sent = 0

  function ask(from: Answering, dueAt: number) {
    Object.assign(from, { dueAt, got: 0, wanted: 0 })
    from.socket.write(`GET ${path.replace("{n}", `${sent++}`)} ${head}`)
  }

  function onData(from: Answering, piece: Buffer) {
    if (from.wanted === 0) {
      const end = piece.indexOf("\r\n\r\n")
      const head = piece.toString("latin1", 0, Math.max(end, 0))
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      if (!head.startsWith("HTTP/1.1 200") || length === undefined) bad++
      from.wanted = end + 4 + Number(length ?? 0)
    }
    from.got += piece.length
    if (from.got < from.wanted) return
    const now = performance.now()
    answers++
    waited(from.dueAt, now)
    if (rate === 0 && now < endAt) return ask(from, now)
    const next = due.shift()
    if (next === undefined) idle.push(from)
    else ask(from, next)
  }

  for (let at = 0; at < connections; at++) {
    const from: Answering = { socket: connect(Number(port), hostname), dueAt: 0, got: 0, wanted: 0 }
    from.socket.setNoDelay(true)
    from.socket.on("data", (piece) => onData(from, piece))
    from.socket.on("error", () => bad++)
    from.socket.on("connect", () => (rate === 0 ? ask(from, performance.now()) : idle.push(from)))
  }

  return new Promise((done) => {
    const tick = setInterval(() => {
      const now = performance.now()
      const isOver = now >= endAt || isStopped()
      if (rate > 0 && !isOver) {
        for (; issued < ((now - startedAt) / 1000) * rate; issued++) due.push(startedAt + (issued / rate) * 1000)
        while (due.length > 0 && idle.length > 0) ask(idle.shift() as Answering, due.shift() as number)
      }
      if (!isOver) return
      clearInterval(tick)
      // What still waits at the end counts with the time that it has waited by then.
      for (const dueAt of due) waited(dueAt, now)
      done({ perSecond: answers / ((now - startedAt) / 1000), answers, bad, waits })
    }, 2)
  })
}

const given = process.env.BENCH_LOAD
if (given !== undefined && process.send) {
  let stopped = false
  process.on("message", () => (stopped = true))
  const result = await run(JSON.parse(given) as Load, () => stopped)
  process.send(result, () => process.exit(0))
}
