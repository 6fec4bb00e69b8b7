// Somebody with a browser in a test: keeps cookies, comes from one address, and reads the mails that the site has written.
import { desc, eq } from "drizzle-orm"
import type { LightMyRequestResponse } from "fastify"
import { mails } from "../src/core/mail-tables.server.ts"
import type { TestApp } from "./test-app.ts"

type Method = "GET" | "HEAD" | "POST" | "PATCH" | "DELETE" | "PUT"
export type Visitor = {
  /** What the browser would send as cookies. */
  cookies: Map<string, string>
  send(
    method: Method,
    url: string,
    body?: object | string,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(url: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** A plain form, as a browser without JavaScript sends it. */
  form(url: string, fields: Record<string, string>): Promise<LightMyRequestResponse>
}

let visitors = 0

/** A browser of its own at a network address of its own. */
export function visitor(site: TestApp, address?: string): Visitor {
  visitors++
  const cookies = new Map<string, string>()
  const remoteAddress = address ?? `10.9.${visitors >> 8}.${visitors & 255}`
  const send: Visitor["send"] = async (method, url, body, headers = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await site.app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        ...(cookie === "" ? {} : { cookie }),
        ...(typeof body === "object" ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === "object" ? JSON.stringify(body) : body }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    cookies,
    send,
    get: (url, headers) => send("GET", url, undefined, headers),
    post: (url, body = {}, headers) => send("POST", url, body, headers),
    form: (url, fields) =>
      send("POST", url, new URLSearchParams(fields).toString(), {
        "content-type": "application/x-www-form-urlencoded",
      }),
  }
}

export const PASSWORD = "correct horse"
let people = 0

/** Somebody who has just registered and is signed in. */
export async function person(site: TestApp, fields: { email?: string; locale?: string } = {}) {
  people++
  const email = fields.email ?? `person${people}@example.org`
  const who = visitor(site)
  const response = await who.post("/api/registration", {
    email,
    name: "",
    password: PASSWORD,
    locale: fields.locale ?? "en",
    termsConfirmed: true,
    privacyConfirmed: true,
  })
  if (response.statusCode !== 201) throw new Error(`not registered: ${response.body}`)
  return { ...who, email, id: response.json<{ id: string }>().id }
}

/** The mails to an address that wait in the outbox, the newest first. */
export function mailsTo(site: TestApp, address: string) {
  return site.db.select().from(mails).where(eq(mails.recipient, address)).orderBy(desc(mails.createdAt))
}

/** The token in the newest mail of a kind; fails when there is no such mail. */
export async function tokenFor(site: TestApp, address: string, kind: string): Promise<string> {
  const mail = (await mailsTo(site, address)).find((row) => row.kind === kind)
  const token = /[?&]token=([A-Za-z0-9_-]+)/.exec(mail?.text ?? "")?.[1]
  if (!token) throw new Error(`no ${kind} for ${address}`)
  return token
}
