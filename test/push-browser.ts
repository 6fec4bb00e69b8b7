// A browser that has subscribed to pushes, without the browser.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto"

/** A browser's subscription, and what it makes of a message (RFC 8291). */
export function pushBrowser(endpoint: string) {
  const keys = createECDH("prime256v1")
  keys.generateKeys()
  const auth = randomBytes(16)
  const input = {
    endpoint,
    keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
  }
  function read(body: Buffer): Record<string, string> {
    const salt = body.subarray(0, 16)
    const length = body[20] ?? 0
    const sender = body.subarray(21, 21 + length)
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync("sha256", keys.computeSecret(sender), auth, info, 32))
    const derive = (name: string, size: number) =>
      Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), size))
    const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12))
    const sealed = body.subarray(21 + length)
    cipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as Record<string, string>
  }
  return { input, read }
}
