// Signing in through Google and Facebook: the OAuth authorization code flow with state and PKCE (RFC 6749, 7636, 9700).
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import * as oauth from "openid-client"
import { AppError, messageOf } from "../../core/errors.ts"
import type { Logger } from "../../core/log.server.ts"
import { isLocale, type Locale, localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { registerUser } from "./commands.server.ts"
import { addLogin } from "./login-commands.server.ts"
import { findUserByEmail, findUserByLogin } from "./queries.server.ts"
import { type AccountDoors, broughtBy } from "./rest.server.ts"
import { emailSchema } from "./schema.ts"
import { cookieOf, type UserRow } from "./session.server.ts"
import { LOGIN_PROVIDERS, type LoginProvider } from "./user.ts"

export type SocialSettings = {
  google: { issuerUrl: string; clientId: string; clientSecret: string } | null
  facebook: {
    authorizeUrl: string
    tokenUrl: string
    profileUrl: string
    clientId: string
    clientSecret: string
  } | null
}

export type SocialProviders = {
  /** Which have credentials. */
  available: Record<LoginProvider, boolean>
  /** How to talk to a provider. Throws AppError "provider_not_configured" without credentials. */
  configuration(provider: LoginProvider): Promise<oauth.Configuration>
  profileUrl: string | undefined
}

/** Who somebody is at a provider. `isVerified`: the provider vouches that the address is theirs. */
type Profile = { subject: string; email: string | null; isVerified: boolean; name: string | null }

/** Lives from the way to the provider to the way back. Lax, so that it comes along from there. */
const COOKIE = "oauth"
const COOKIE_SECONDS = 600
const SCOPES: Record<LoginProvider, string> = { google: "openid email profile", facebook: "public_profile email" }

export function openSocialProviders(settings: SocialSettings): SocialProviders {
  let google: Promise<oauth.Configuration> | undefined
  return {
    available: { google: settings.google !== null, facebook: settings.facebook !== null },
    profileUrl: settings.facebook?.profileUrl,
    async configuration(provider) {
      const own = settings[provider]
      if (!own) throw new AppError("provider_not_configured", { message: `${provider} is not set up on this site.` })
      if ("issuerUrl" in own) {
        google ??= discover(own).catch((error: unknown) => {
          google = undefined
          throw error
        })
        return google
      }
      const server = {
        issuer: new URL(own.authorizeUrl).origin,
        authorization_endpoint: own.authorizeUrl,
        token_endpoint: own.tokenUrl,
      }
      const found = new oauth.Configuration(server, own.clientId, undefined, oauth.ClientSecretPost(own.clientSecret))
      if (own.tokenUrl.startsWith("http:")) oauth.allowInsecureRequests(found)
      return found
    },
  }
}

function discover(own: NonNullable<SocialSettings["google"]>): Promise<oauth.Configuration> {
  // Plain http is for a server on the own machine: settings take nothing else.
  const execute = own.issuerUrl.startsWith("http:") ? [oauth.allowInsecureRequests] : []
  return oauth.discovery(new URL(own.issuerUrl), own.clientId, own.clientSecret, undefined, { execute })
}

type Flow = { provider: LoginProvider; state: string; verifier: string; nonce: string; locale: Locale }

export type SocialOptions = { providers: SocialProviders; publicUrl: string; log: Logger }

export function registerSocial(app: FastifyInstance, deps: AccountDoors, options: SocialOptions): void {
  const { providers, publicUrl, log } = options
  const secure = publicUrl.startsWith("https:") ? "; Secure" : ""
  const cookie = (value: string, seconds: number) =>
    `${COOKIE}=${value}; HttpOnly; Path=/api/auth; SameSite=Lax; Max-Age=${seconds}${secure}`
  const callbackUrl = (provider: LoginProvider) => `${publicUrl}/api/auth/${provider}/callback`

  app.get("/api/auth/providers", (_request, reply) =>
    reply.header("cache-control", "public, max-age=300").send(providers.available),
  )

  for (const provider of LOGIN_PROVIDERS) {
    app.get<{ Querystring: { locale?: string } }>(`/api/auth/${provider}`, async (request, reply) => {
      const given = request.query.locale
      const locale = typeof given === "string" && isLocale(given) ? given : "en"
      const configuration = await providers.configuration(provider)
      const flow: Flow = {
        provider,
        state: oauth.randomState(),
        verifier: oauth.randomPKCECodeVerifier(),
        nonce: oauth.randomNonce(),
        locale,
      }
      const address = oauth.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl(provider),
        scope: SCOPES[provider],
        state: flow.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: "S256",
        ...(provider === "google" ? { nonce: flow.nonce } : {}),
      })
      const value = Buffer.from(JSON.stringify(flow)).toString("base64url")
      return reply
        .header("cache-control", "no-store")
        .header("set-cookie", cookie(value, COOKIE_SECONDS))
        .redirect(address.href, 302)
    })

    app.get(`/api/auth/${provider}/callback`, async (request, reply) => {
      reply.header("cache-control", "no-store").header("set-cookie", cookie("", 0))
      const flow = flowOf(request, provider)
      const done = (query?: string) => localePath(flow?.locale ?? "en", href("authComplete", null, query))
      try {
        if (!flow) throw new AppError("login_refused")
        const profile = await profileOf(request, flow)
        await signIn(request, reply, flow, profile)
        return reply.redirect(done(), 302)
      } catch (error) {
        const known = error instanceof AppError ? error : new AppError("login_refused", { cause: error })
        log.warn({ provider, reason: messageOf(known) }, "sign-in through a provider failed")
        return reply.redirect(done(`error=${known.code}`), 302)
      }
    })
  }

  /** Takes the provider's answer: the code is worth something only together with what the browser's cookie knows. */
  async function profileOf(request: FastifyRequest, flow: Flow): Promise<Profile> {
    const configuration = await providers.configuration(flow.provider)
    const query = request.url.includes("?") ? request.url.slice(request.url.indexOf("?")) : ""
    const tokens = await oauth.authorizationCodeGrant(configuration, new URL(callbackUrl(flow.provider) + query), {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      ...(flow.provider === "google" ? { expectedNonce: flow.nonce, idTokenExpected: true } : {}),
    })
    if (flow.provider === "google") {
      const claims = tokens.claims()
      if (!claims) throw new AppError("login_refused")
      const { sub, email, email_verified: isVerified, name } = claims
      return { subject: sub, email: text(email), isVerified: isVerified === true, name: text(name) }
    }
    const response = await oauth.fetchProtectedResource(
      configuration,
      tokens.access_token,
      new URL(providers.profileUrl ?? ""),
      "GET",
    )
    const { id, email, name } = (await response.json()) as Record<string, unknown>
    if (!response.ok || text(id) === null) throw new AppError("login_refused")
    // Facebook does not say whether the address is verified: it proves nothing here until its owner confirms it.
    return { subject: String(id), email: text(email), isVerified: false, name: text(name) }
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply, flow: Flow, profile: Profile): Promise<void> {
    const { db, clock, sessions } = deps
    const signedIn = await sessions.find(request)
    if (signedIn) {
      await addLogin(db, signedIn.user.id, flow.provider, profile.subject, clock())
      return
    }
    const known = await findUserByLogin(db, flow.provider, profile.subject)
    if (known?.blockedAt) throw new AppError("user_blocked")
    if (known) return sessions.start(db, request, reply, known.id)
    const email = emailSchema.safeParse(profile.email)
    if (!email.success) throw new AppError("login_without_email")
    const owner = await findUserByEmail(db, email.data)
    if (owner) await connect(owner, flow, profile)
    const welcome = async (tx: Db | Tx, user: UserRow) => {
      if (!owner) await addLogin(tx, user.id, flow.provider, profile.subject, clock())
      await sessions.start(tx, request, reply, user.id)
    }
    if (owner) return welcome(db, owner)
    const { isVerified: isEmailConfirmed, name } = profile
    const input = { email: email.data, name, password: null, locale: flow.locale, isEmailConfirmed }
    await registerUser(deps, { ...input, broughtBy: broughtBy(request) }, clock(), welcome)
  }

  /**
   * An account may have been registered by somebody else in the owner's name, and a provider may not know whose an address is: only
   * when both sides have proved the address do they belong together.
   */
  async function connect(owner: UserRow, flow: Flow, profile: Profile): Promise<void> {
    if (owner.blockedAt) throw new AppError("user_blocked")
    if (!owner.emailConfirmedAt || !profile.isVerified) throw new AppError("login_unconfirmed")
    await addLogin(deps.db, owner.id, flow.provider, profile.subject, deps.clock())
  }
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)

/** What the cookie says of the flow that comes back; null when it is missing, broken or another provider's. */
function flowOf(request: FastifyRequest, provider: LoginProvider): Flow | null {
  try {
    const flow = JSON.parse(Buffer.from(cookieOf(request, COOKIE) ?? "", "base64url").toString()) as Flow
    return flow.provider === provider && isLocale(flow.locale) ? flow : null
  } catch {
    return null
  }
}
