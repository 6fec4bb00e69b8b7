// Somebody else's https server, on loopback under a name of the public internet: a webhook's receiver, a push service. Its certificate is
// made anew for each, so that no key lies about.
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { once } from "node:events"
import type { IncomingHttpHeaders } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }
export type Reply = { status: number; headers?: Record<string, string> }

export type HttpsStandIn = {
  /** The address of a path under the name. */
  url(path: string): string
  /** To trust it, and to find it. */
  ca: string
  findAddresses: () => Promise<{ address: string; family: number }[]>
  received: Received[]
  /** What it answers from now on. */
  answer(reply: Reply | ((received: Received) => Reply)): void
  close(): Promise<void>
}

export async function startHttpsStandIn(name = "hooks.example.org"): Promise<HttpsStandIn> {
  const { key, cert } = certificateOf(name)
  const received: Received[] = []
  let reply: (received: Received) => Reply = () => ({ status: 200 })
  const server = createServer({ key, cert }, async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const got = { path: request.url ?? "/", headers: request.headers, body: Buffer.concat(pieces) }
    received.push(got)
    const { status, headers } = reply(got)
    response.writeHead(status, headers).end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `https://${name}:${port}${path}`,
    ca: cert,
    findAddresses: async () => [{ address: "127.0.0.1", family: 4 }],
    received,
    answer: (next) => void (reply = typeof next === "function" ? next : () => next),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A certificate that signs itself (RFC 5280), for one name. */
function certificateOf(name: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const ecdsaWithSha256 = seq(hex("06082a8648ce3d040302"))
  const commonName = seq(tlv(0x31, seq(hex("0603550403"), tlv(0x0c, Buffer.from(name)))))
  const time = (text: string) => tlv(0x18, Buffer.from(text))
  const names = seq(tlv(0x82, Buffer.from(name)))
  const extensions = seq(
    seq(hex("0603551d13"), hex("0101ff"), tlv(0x04, seq(hex("0101ff")))),
    seq(hex("0603551d11"), tlv(0x04, names)),
  )
  const content = seq(
    tlv(0xa0, hex("020102")),
    hex("020101"),
    ecdsaWithSha256,
    commonName,
    seq(time("20200101000000Z"), time("21200101000000Z")),
    commonName,
    spki(publicKey),
    tlv(0xa3, extensions),
  )
  const signature = sign("sha256", content, privateKey)
  const whole = seq(content, ecdsaWithSha256, tlv(0x03, Buffer.concat([hex("00"), signature])))
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  }
}

const hex = (text: string) => Buffer.from(text, "hex")
const spki = (key: KeyObject) => key.export({ type: "spki", format: "der" })
const seq = (...parts: Buffer[]) => tlv(0x30, ...parts)

/** One value in DER: tag, length, content. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
