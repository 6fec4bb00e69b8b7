// The Bot API on loopback, as far as a bot uses it (core.telegram.org/bots/api): JSON by POST to /bot<token>/<method>, long polling with
// offsets, and its ways to refuse.
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

type Payload = Record<string, unknown>
export type Call = { method: string; payload: Payload }
type Refusal = { code: number; description: string; parameters?: { retry_after?: number } }

export type TelegramStandIn = {
  url: string
  token: string
  calls: Call[]
  /** Texts of the messages that a chat has got. */
  texts(chat: number): string[]
  /** What the next calls of a method are answered with; undefined: as usual again. */
  refuse(method: string, refusal: Refusal | undefined): void
  /** Somebody writes to the bot in a private chat. */
  write(chat: number, text: string, language?: string): void
  /** Somebody presses a button under a message of the bot. */
  press(chat: number, data: string): void
  /** Somebody blocks the bot. */
  block(chat: number): void
  /** How many news nobody has confirmed yet. */
  unconfirmed(): number
  /** How many calls wait for news now. */
  listening(): number
  close(): Promise<void>
}

const BOT = { id: 1, is_bot: true, first_name: "Apyary", username: "apyary_test_bot" }

export async function startTelegramStandIn(): Promise<TelegramStandIn> {
  const token = "123456:test-token"
  const calls: Call[] = []
  const refusals = new Map<string, Refusal>()
  let updates: (Payload & { update_id: number })[] = []
  let waiting: { offset: number; response: ServerResponse }[] = []
  let lastId = 0

  const personOf = (chat: number, language = "en") => ({
    id: chat,
    is_bot: false,
    first_name: `Person ${chat}`,
    language_code: language,
  })
  const chatOf = (chat: number) => ({ id: chat, type: "private", first_name: `Person ${chat}` })
  const answer = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  const ok = (response: ServerResponse, result: unknown) => answer(response, 200, { ok: true, result })

  function push(update: Payload): void {
    updates.push({ update_id: ++lastId, ...update })
    for (const { offset, response } of waiting.splice(0)) ok(response, news(offset))
  }
  const news = (offset: number) => updates.filter(({ update_id }) => update_id >= offset)

  function listen(response: ServerResponse, { offset = 0, timeout = 0 }: { offset?: number; timeout?: number }): void {
    // A call for what comes after an update confirms all before.
    updates = news(offset)
    // Telegram lets one process listen: the one that asked last.
    for (const other of waiting.splice(0))
      answer(other.response, 409, {
        ok: false,
        error_code: 409,
        description: "Conflict: terminated by other getUpdates request",
      })
    if (updates.length > 0 || timeout === 0) return void ok(response, updates)
    const mine = { offset, response }
    waiting.push(mine)
    setTimeout(() => {
      if (!waiting.includes(mine)) return
      waiting = waiting.filter((it) => it !== mine)
      ok(response, [])
    }, timeout * 1000).unref()
    response.on("close", () => void (waiting = waiting.filter((it) => it !== mine)))
  }

  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const method = request.url?.split("/").at(-1) ?? ""
    if (!request.url?.startsWith(`/bot${token}/`))
      return answer(response, 401, { ok: false, error_code: 401, description: "Unauthorized" })
    const text = Buffer.concat(pieces).toString()
    const payload = (text === "" ? {} : JSON.parse(text)) as Payload
    calls.push({ method, payload })
    const refusal = refusals.get(method)
    if (refusal) {
      const { code: error_code, description, parameters } = refusal
      return answer(response, error_code, { ok: false, error_code, description, ...(parameters ? { parameters } : {}) })
    }
    switch (method) {
      case "getMe":
        return ok(response, BOT)
      case "getUpdates":
        return listen(response, payload)
      case "sendMessage":
        return ok(response, {
          message_id: calls.length,
          date: 0,
          chat: chatOf(Number(payload.chat_id)),
          text: payload.text,
        })
      default:
        return ok(response, true)
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const message = (chat: number, text: string, language?: string) => ({
    message_id: lastId + 1,
    date: 0,
    chat: chatOf(chat),
    from: personOf(chat, language),
    text,
    ...(text.startsWith("/")
      ? { entities: [{ type: "bot_command", offset: 0, length: text.split(" ")[0]?.length ?? 0 }] }
      : {}),
  })
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    calls,
    texts: (chat) =>
      calls.flatMap(({ method, payload }) =>
        method === "sendMessage" && Number(payload.chat_id) === chat ? [String(payload.text)] : [],
      ),
    refuse: (method, refusal) => void (refusal ? refusals.set(method, refusal) : refusals.delete(method)),
    write: (chat, text, language) => push({ message: message(chat, text, language) }),
    press: (chat, data) =>
      push({
        callback_query: {
          id: String(lastId + 1),
          from: personOf(chat),
          chat_instance: "1",
          message: message(chat, "an alert"),
          data,
        },
      }),
    block: (chat) =>
      push({
        my_chat_member: {
          chat: chatOf(chat),
          from: personOf(chat),
          date: 0,
          old_chat_member: { user: BOT, status: "member" },
          new_chat_member: { user: BOT, status: "kicked", until_date: 0 },
        },
      }),
    unconfirmed: () => updates.length,
    listening: () => waiting.length,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
