// A stand-in on loopback that speaks Paddle's REST about one subscription, as far as the site asks.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Clock } from "../src/core/clock.ts"

/** The period that is paid for. */
export const [START, END] = ["2026-11-20T12:00:00Z", "2026-12-20T12:00:00Z"] as const
export const PRICES = { monthly: "pro-plus-monthly", yearly: "pro-plus-yearly" }

export type Fields = Record<string, unknown>
export type Asked = { method: string; path: string; body: Fields | null }

/** An item of a subscription: the API gives all of it. */
function item(id: unknown): Fields {
  const times = { created_at: START, updated_at: START, custom_data: null, import_meta: null, status: "active" }
  const money = { amount: "2900", currency_code: "USD" }
  const price = {
    id,
    product_id: "pro_01",
    description: "",
    type: "standard",
    name: null,
    billing_cycle: null,
    trial_period: null,
  }
  return {
    quantity: 1,
    recurring: true,
    ...times,
    price: { ...price, tax_mode: "internal", unit_price: money, quantity: { minimum: 1, maximum: 1 }, ...times },
    product: {
      id: "pro_01",
      name: "Plan",
      tax_category: "standard",
      type: "standard",
      description: null,
      image_url: null,
      ...times,
    },
  }
}

/** What Paddle keeps of a subscription, in its own words. */
export function subscription(user: { token: string } | null, change: Fields = {}): Fields {
  return {
    id: "sub_01",
    status: "active",
    customer_id: "ctm_01",
    address_id: "add_01",
    business_id: null,
    currency_code: "USD",
    created_at: START,
    updated_at: START,
    started_at: START,
    first_billed_at: START,
    next_billed_at: END,
    paused_at: null,
    canceled_at: null,
    collection_mode: "automatic",
    billing_details: null,
    current_billing_period: { starts_at: START, ends_at: END },
    billing_cycle: { frequency: 1, interval: "month" },
    scheduled_change: null,
    management_urls: null,
    discount: null,
    import_meta: null,
    items: [item(PRICES.monthly)],
    custom_data: user ? { userToken: user.token, rcid: "friend" } : null,
    ...change,
  }
}

export type PaddleStandIn = {
  url: string
  state: {
    stored: Fields
    asked: Asked[]
    /** Which call that writes, counted from 1, fails, and how. */
    failing: { at: number; how: "status" | "cut" | "text" } | null
    writes: number
  }
  close(): Promise<void>
}

/** Answers with the key "pdl_key" alone. */
export async function startPaddle(now: Clock): Promise<PaddleStandIn> {
  const state: PaddleStandIn["state"] = { stored: {}, asked: [], failing: null, writes: 0 }
  const server = createServer((request, response) => {
    let text = ""
    request.on("data", (piece) => (text += String(piece)))
    request.on("end", () => {
      const { pathname } = new URL(request.url ?? "/", "http://x")
      const body = text === "" ? null : (JSON.parse(text) as Fields)
      state.asked.push({ method: request.method ?? "", path: pathname, body })
      if (request.headers.authorization !== "bearer pdl_key") return void response.writeHead(403).end("{}")
      const send = (data: unknown, status = 200) =>
        response.writeHead(status, { "content-type": "application/json" }).end(
          JSON.stringify(
            status === 200
              ? { data, meta: { request_id: "r" } }
              : {
                  error: { type: "api_error", code: "internal_error", detail: "no", documentation_url: "" },
                  meta: {},
                },
          ),
        )
      if (pathname === "/customers/ctm_01") return void send({ id: "ctm_01", email: "buyer@example.org" })
      if (request.method !== "GET" && state.failing && ++state.writes === state.failing.at) {
        if (state.failing.how === "cut") return void request.socket.destroy()
        if (state.failing.how === "text") return void response.writeHead(502).end("<html>")
        return void send(null, 500)
      }
      if (request.method === "PATCH" && body) {
        const { items, next_billed_at: _next, proration_billing_mode: _mode, ...rest } = body
        state.stored = { ...state.stored, ...rest, updated_at: now().toISOString() }
        if (Array.isArray(items)) state.stored.items = items.map(({ price_id }: Fields) => item(price_id))
      }
      if (pathname.endsWith("/cancel") && body) {
        const moment = now().toISOString()
        state.stored =
          body.effective_from === "immediately"
            ? { ...state.stored, status: "canceled", canceled_at: moment, updated_at: moment }
            : {
                ...state.stored,
                scheduled_change: { action: "cancel", effective_at: END, resume_at: null },
                updated_at: moment,
              }
      }
      send(state.stored)
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
