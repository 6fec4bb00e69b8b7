// HTTP as bytes, for requests that a well-behaved client would tidy up or refuse to send.
import { connect } from "node:net"

export type Raw = { status: number; head: string; body: string }

/** Sends exactly these bytes and reads until the server closes. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<Raw> {
  return new Promise((done, fail) => {
    const pieces: Buffer[] = []
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
    socket.on("data", (piece) => pieces.push(piece))
    socket.on("error", (error) => (pieces.length > 0 ? undefined : fail(error)))
    socket.on("close", () => {
      const text = Buffer.concat(pieces).toString("latin1")
      const [head = "", ...rest] = text.split("\r\n\r\n")
      done({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: rest.join("\r\n\r\n") })
    })
    socket.setTimeout(10_000, () => socket.destroy(new Error("the server did not answer")))
  })
}

export const getRaw = (port: number, target: string, headers = "") =>
  sendRaw(
    port,
    Buffer.from(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n${headers}\r\n`, "latin1"),
  )
