// Passwords as argon2id, with the parameters that OWASP's password storage cheat sheet names (19 MiB, 2 passes, 1 lane).
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { promisify } from "node:util"

const derive = promisify(argon2)
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16
const HEAD = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`

/** The hash of a password in PHC form, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `${HEAD}${base64(salt)}$${base64(await tagOf(password, salt))}`
}

/**
 * Whether the password is the one behind the hash. Without a hash (an unknown mail, or somebody without a password) it takes as long
 * and says no.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [salt = "", tag = ""] = (hash?.startsWith(HEAD) ? hash.slice(HEAD.length) : "").split("$")
  const given = await tagOf(password, salt === "" ? Buffer.alloc(SALT_BYTES) : Buffer.from(salt, "base64"))
  const wanted = Buffer.from(tag, "base64")
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

function tagOf(password: string, nonce: Buffer): Promise<Buffer> {
  const message = Buffer.from(password.normalize("NFKC"))
  return derive("argon2id", {
    message,
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  })
}

const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "")
