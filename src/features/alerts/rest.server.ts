// The doors of alerts: rules, the inbox, the log of what was sent. Everything belongs to whoever is signed in.
import type { FastifyInstance } from "fastify"
import type { z } from "zod"
import type { Clock } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { HOUR_MS } from "../../core/clock.ts"
import { isLocale, type Locale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { Sessions, UserRow } from "../accounts/session.server.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import { alertBody, deliveryBody, notificationBody } from "./answers.ts"
import { registerChannels } from "./channels-rest.server.ts"
import {
  type AlertRow,
  changeAlert,
  createAlert,
  deleteAlert,
  markRead,
  snoozeAlert,
  testAlert,
} from "./commands.server.ts"
import { readSchema, snoozeSchema, WAY_KEYS, wayChangeSchema, waySchema } from "./door-schema.ts"
import { registerFeed } from "./feed.server.ts"
import { urlOfTarget } from "./links.ts"
import { isInPlan } from "./plan-rules.ts"
import { tariffOf } from "../billing/queries.server.ts"
import { countSent, countUnread, listAlerts, listDeliveries, listNotifications } from "./queries.server.ts"
import { type AlertRuleInput, alertRuleSchema } from "./schema.ts"
import { tryAlert } from "./try-out.server.ts"

export type AlertDoors = {
  db: Db
  catalogue: Catalogue
  clock: Clock
  sessions: Sessions
  translate: (locale: Locale) => Translate
  publicUrl: string
  /** For browsers that subscribe to pushes. */
  vapidPublicKey: () => Promise<string>
  /** The bot's name, for the link to it; null when there is no bot. */
  botName: () => Promise<string | null>
}

const MOST_PER_PAGE = 100
const ID = /^[1-9]\d{0,8}$/
const RULE_KEYS = ["type", "params", "filter", "offerId", "amount", "cooldownHours", "hysteresis"] as const

/** The body in the schema's shape. Throws AppError "invalid_parameter" with the fields at fault. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join(".") || "body", message]))
  throw new AppError("invalid_parameter", { fields })
}

export function localeOf(user: UserRow): Locale {
  return isLocale(user.locale) ? user.locale : "en"
}

function idOf(text: string): number {
  if (!ID.test(text)) throw new AppError("not_found", { message: "There is no such alert." })
  return Number(text)
}

const pick = (body: unknown, keys: readonly string[]) =>
  Object.fromEntries(Object.entries((body ?? {}) as object).filter(([key]) => keys.includes(key)))

/** Refuses fields that nobody knows, so that a typing mistake is not a rule that does something else. */
function refuseUnknown(body: unknown, keys: readonly string[]): void {
  const unknown = Object.keys((body ?? {}) as object).filter((key) => !keys.includes(key))
  if (unknown.length > 0)
    throw new AppError("unknown_parameter", { fields: Object.fromEntries(unknown.map((key) => [key, "unknown"])) })
}

export function registerAlerts(app: FastifyInstance, doors: AlertDoors): void {
  app.register((scope, _options, done) => {
    scope.addHook("onSend", async (_request, reply) => void reply.header("cache-control", "no-store"))
    registerRules(scope, doors)
    registerInbox(scope, doors)
    registerChannels(scope, doors)
    done()
  })
  registerFeed(app, doors)
}

function registerRules(app: FastifyInstance, { db, catalogue, clock, sessions }: AlertDoors): void {
  type OneAlert = { Params: { id: string } }

  app.get("/api/alerts", async (request) => {
    const { user } = await sessions.require(request)
    const now = clock()
    const tariff = await tariffOf(db, user.id, now)
    return {
      data: (await listAlerts(db, user.id)).map(alertBody),
      limits: {
        tariffCode: tariff.code,
        alertCount: tariff.alertCount,
        alertTypes: tariff.alertTypes,
        notificationCount: tariff.notificationCount,
        notificationsSent: await countSent(db, user.id, now),
      },
    }
  })

  app.post("/api/alerts", async (request, reply) => {
    const { user } = await sessions.require(request)
    refuseUnknown(request.body, [...RULE_KEYS, ...WAY_KEYS])
    const rule = parseBody(alertRuleSchema, pick(request.body, RULE_KEYS))
    const way = parseBody(waySchema, pick(request.body, WAY_KEYS))
    return reply.code(201).send(alertBody(await createAlert(db, user.id, rule, way, clock())))
  })

  app.patch<OneAlert>("/api/alerts/:id", async (request) => {
    const { user } = await sessions.require(request)
    const id = idOf(request.params.id)
    refuseUnknown(request.body, [...RULE_KEYS, ...WAY_KEYS])
    const change = parseBody(wayChangeSchema, pick(request.body, WAY_KEYS))
    const given = pick(request.body, RULE_KEYS)
    const row = await changeAlert(db, user.id, id, change, (known) => ruleWith(known, given), clock())
    return alertBody(row)
  })

  app.delete<OneAlert>("/api/alerts/:id", async (request, reply) => {
    const { user } = await sessions.require(request)
    await deleteAlert(db, user.id, idOf(request.params.id), clock())
    return reply.code(204).send()
  })

  app.post<OneAlert>("/api/alerts/:id/snooze", async (request) => {
    const { user } = await sessions.require(request)
    const { hours } = parseBody(snoozeSchema, request.body)
    const now = clock()
    const until = hours === 0 ? null : new Date(now.getTime() + hours * HOUR_MS)
    return alertBody(await snoozeAlert(db, user.id, idOf(request.params.id), until, now))
  })

  app.post<OneAlert>("/api/alerts/:id/test", async (request, reply) => {
    const { user } = await sessions.require(request)
    await testAlert(db, user.id, idOf(request.params.id), clock())
    return reply.code(202).send({ status: "queued" })
  })

  app.post("/api/alerts/try", async (request) => {
    const { user } = await sessions.require(request)
    refuseUnknown(request.body, [...RULE_KEYS, ...WAY_KEYS])
    const rule = parseBody(alertRuleSchema, pick(request.body, RULE_KEYS))
    const now = clock()
    const tariff = await tariffOf(db, user.id, now)
    if (!isInPlan(rule, tariff)) throw new AppError("plan_required")
    return tryAlert(db, catalogue.market(), rule, { now, quota: tariff.notificationCount })
  })
}

/** The rule with what was given in place of what is stored; null when nothing of it was given. */
function ruleWith(row: AlertRow, given: Record<string, unknown>): AlertRuleInput | null {
  if (Object.keys(given).length === 0) return null
  return parseBody(alertRuleSchema, { ...pick(row, RULE_KEYS), ...given })
}

type Paging = { Querystring: { before?: string; take?: string } }

function pageOf({ before, take }: Paging["Querystring"]): { before: number | null; take: number } {
  const wrong = [before, take].some((text) => text !== undefined && !/^\d{1,15}$/.test(text))
  const size = Number(take ?? 20)
  if (wrong || size < 1 || size > MOST_PER_PAGE)
    throw new AppError("invalid_parameter", { message: `before is an id, take is 1 to ${MOST_PER_PAGE}.` })
  return { before: before === undefined ? null : Number(before), take: size }
}

function registerInbox(app: FastifyInstance, { db, clock, sessions, translate, publicUrl }: AlertDoors): void {
  app.get<Paging>("/api/notifications", async (request) => {
    const { user } = await sessions.require(request)
    const page = pageOf(request.query)
    const locale = localeOf(user)
    const rows = await listNotifications(db, user.id, page)
    const urlOf = urlOfTarget(publicUrl, locale)
    return {
      data: rows.map((row) => notificationBody(row, locale, translate(locale), urlOf)),
      unread: await countUnread(db, user.id),
      before: rows.length === page.take ? (rows.at(-1)?.id ?? null) : null,
    }
  })

  app.post("/api/notifications/read", async (request, reply) => {
    const { user } = await sessions.require(request)
    const given = parseBody(readSchema, request.body)
    await markRead(db, user.id, "all" in given ? "all" : given.ids, clock())
    return reply.send({ unread: await countUnread(db, user.id) })
  })

  app.get<Paging>("/api/alerts/deliveries", async (request) => {
    const { user } = await sessions.require(request)
    const page = pageOf(request.query)
    const locale = localeOf(user)
    const rows = await listDeliveries(db, user.id, page)
    return {
      data: rows.map(({ delivery, notification }) => deliveryBody(delivery, notification, locale, translate(locale))),
      before: rows.length === page.take ? (rows.at(-1)?.delivery.id ?? null) : null,
    }
  })
}
