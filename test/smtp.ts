// A real mail server on loopback, which takes mails, refuses them with the reply of one's choice, and goes down and up again.
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

export type ReceivedMail = {
  from: string
  to: string[]
  source: string
  /** A header unfolded, undefined when there is none. */
  head: (name: string) => string | undefined
  text: string
  html: string
}

export type Stage = "connect" | "auth" | "from" | "to" | "data"

export type TestSmtp = {
  url: string
  received: ReceivedMail[]
  /** Answers with this reply code at a stage, to every mail or to those of one recipient; null: takes everything again. */
  refuse(reply: { code: number; at: Stage; to?: string } | null): void
  /** Takes the bytes of mails and never answers, until it is told otherwise. */
  hang(value: boolean): void
  /** How many mails it has left without an answer. */
  held(): number
  stop(): Promise<void>
  /** On the same port as before. */
  start(): Promise<void>
}

/** Starts one; with `login` it wants to know who sends. */
export async function testSmtp({ login = false } = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = []
  let refusal: { code: number; at: Stage; to?: string } | null = null
  let hangs = false
  let held = 0
  let server: SMTPServer
  let port = 0

  const answer = (at: Stage, to: readonly string[], done: (error?: Error | null) => void) => {
    const isMeant = refusal?.at === at && (refusal.to === undefined || to.includes(refusal.to))
    done(isMeant ? Object.assign(new Error("refused by the test"), { responseCode: refusal?.code }) : null)
  }
  const make = () =>
    new SMTPServer({
      authOptional: !login,
      allowInsecureAuth: true,
      disabledCommands: ["STARTTLS"],
      logger: false,
      onConnect: (_session, done) => answer("connect", [], done),
      onAuth: (_auth, _session, done) => answer("auth", [], (error) => done(error, { user: "test" })),
      onMailFrom: (_address, _session, done) => answer("from", [], done),
      onRcptTo: ({ address }, _session, done) => answer("to", [address], done),
      onData(stream, { envelope }, done) {
        const pieces: Buffer[] = []
        stream.on("data", (piece: Buffer) => pieces.push(piece))
        stream.on("end", () => {
          const to = envelope.rcptTo.map(({ address }) => address)
          if (hangs) {
            held++
            return
          }
          answer("data", to, (error) => {
            if (!error) {
              const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address
              received.push(readMail(from, to, Buffer.concat(pieces).toString("utf8")))
            }
            done(error)
          })
        })
      },
    })
  const start = async () => {
    server = make()
    // A client that is killed breaks its connection.
    server.on("error", () => {})
    server.listen(port, "127.0.0.1")
    await once(server.server, "listening")
    port = (server.server.address() as AddressInfo).port
  }
  await start()
  return {
    url: `smtp://${login ? "user:secret@" : ""}127.0.0.1:${port}`,
    received,
    refuse: (reply) => void (refusal = reply),
    hang: (value) => void (hangs = value),
    held: () => held,
    start,
    stop: () => new Promise((done) => server.close(done)),
  }
}

function readMail(from: string, to: string[], source: string): ReceivedMail {
  const { head, body } = splitPart(source)
  const boundary = /boundary="?([^";]+)"?/.exec(head("Content-Type") ?? "")?.[1]
  const parts =
    boundary === undefined
      ? [source]
      : body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => part.slice(2))
  const partOf = (type: string) => {
    const part = parts.map(splitPart).find((one) => (one.head("Content-Type") ?? "text/plain").startsWith(type))
    return part ? decode(part.body, part.head("Content-Transfer-Encoding") ?? "7bit") : ""
  }
  return { from, to, source, head, text: partOf("text/plain"), html: partOf("text/html") }
}

function splitPart(source: string) {
  const end = source.indexOf("\r\n\r\n")
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
  return {
    body: source.slice(end + 4),
    head: (name: string) => {
      const line = lines.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      return line === undefined ? undefined : decodeWords(line.slice(name.length + 1).trim())
    },
  }
}

/** Lines end with \n, as they were written. */
function decode(body: string, encoding: string): string {
  const bytes =
    encoding === "base64"
      ? Buffer.from(body, "base64")
      : encoding === "quoted-printable"
        ? quoted(body.replace(/=\r\n/g, ""))
        : Buffer.from(body)
  return bytes.toString("utf8").replaceAll("\r\n", "\n")
}

function quoted(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  )
}

/** =?UTF-8?Q?Gr=C3=BC=C3=9Fe?= -> Grüße */
function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, "$1$2")
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      (kind.toLowerCase() === "b" ? Buffer.from(word, "base64") : quoted(word.replaceAll("_", " "))).toString("utf8"),
    )
}
