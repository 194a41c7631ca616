import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../http/clock.ts'
import { type AuthorizeRequest, callback, parseAuthorizeRequest } from './authorize-request.ts'
import type { Client } from './clients.ts'
import type { Codes } from './codes.ts'
import { type AuthEndpoints, authMetadata } from './endpoints.ts'
import type { AuthRules, GrantType } from './rules.ts'
import { type ChoosableUser, pagePolicy, signInErrorPage, signInPage } from './sign-in-page.ts'
import type { AnswerTokenRequest } from './token-endpoint.ts'

const SIGN_IN_MINUTES = 10
const PENDING_MAX = 1000

export interface AuthRoutesOptions {
  client: Client
  rules: AuthRules
  endpoints: AuthEndpoints
  codes: Codes
  clock: Clock
  answerTokenRequest: AnswerTokenRequest
  listUsers: () => ChoosableUser[]
  countGrant: (grant: GrantType) => void
}

/** The authorization server: its sign-in page and form, its token endpoint, and its metadata if it publishes any. */
export function registerAuthRoutes(app: FastifyInstance, options: AuthRoutesOptions): void {
  const { client, rules, endpoints } = options
  app.get(endpoints.authorize, createAuthorizePage(options, app))
  if (endpoints.metadata !== undefined) {
    app.get(endpoints.metadata, (request) => {
      return authMetadata({ origin: `https://${request.headers.host}`, endpoints, client, rules })
    })
  }
  app.post(endpoints.token, (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const answer = options.answerTokenRequest(form, request.headers.authorization)
    if (answer.granted) options.countGrant(answer.granted)
    if (answer.authenticate) reply.header('www-authenticate', answer.authenticate)
    return reply
      .status(answer.status)
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(answer.body))
  })
}

interface PendingSignIn {
  request: AuthorizeRequest
  expiresAt: number
}

/**
 * Serves the sign-in page and its form. Each page carries an unguessable single-use transaction id, and the form is accepted only
 * from this origin, so that no other site can submit it.
 */
function createAuthorizePage(options: AuthRoutesOptions, app: FastifyInstance) {
  const { client, rules, endpoints, codes, clock, listUsers } = options
  const pending = new Map<string, PendingSignIn>()

  app.post(endpoints.authorize, (request, reply) => {
    if (!isFromThisOrigin(request)) return errorPage(reply, 403, 'This form was sent from another site.')
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const transaction = form.get('transaction') ?? ''
    const signIn = pending.get(transaction)
    pending.delete(transaction)
    if (signIn === undefined || signIn.expiresAt < clock()) {
      return errorPage(reply, 400, 'This sign-in has expired or has been answered already.')
    }
    const { redirectUri, state, ...grant } = signIn.request
    const go = (parameters: Record<string, string>) =>
      reply.redirect(callback(redirectUri, { ...parameters, state }), 303)
    if (form.get('decision') === 'deny') return go({ error: 'access_denied', error_description: 'Access was denied.' })
    const userId = form.get('user_id') ?? ''
    if (form.get('decision') !== 'authorize' || !listUsers().some((user) => user.id === userId)) {
      return errorPage(reply, 400, 'Choose a user and press Authorize or Deny.')
    }
    return go({ code: codes.issue({ ...grant, redirectUri, userId }) })
  })

  return (request: FastifyRequest, reply: FastifyReply) => {
    const query = new URL(request.url, 'https://sandbox.invalid').searchParams
    const parsed = parseAuthorizeRequest(client, rules, query)
    if (parsed.kind === 'error-page') return errorPage(reply, 400, parsed.message)
    if (parsed.kind === 'redirect') return reply.redirect(parsed.location, 303)
    const transaction = randomBytes(24).toString('base64url')
    pending.set(transaction, { request: parsed.request, expiresAt: clock() + SIGN_IN_MINUTES * 60_000 })
    const [oldest] = pending.keys()
    if (pending.size > PENDING_MAX && oldest !== undefined) pending.delete(oldest)
    const page = signInPage(listUsers(), transaction, endpoints.authorize)
    return sendPage(reply, page, parsed.request.redirectUri)
  }
}

function isFromThisOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  // Programs other than browsers send neither header; they have no user session that a page could misuse.
  return (origin === undefined || origin === `https://${host}`) && (site === undefined || site === 'same-origin')
}

function errorPage(reply: FastifyReply, status: number, message: string): FastifyReply {
  return sendPage(reply.status(status), signInErrorPage(message))
}

function sendPage(reply: FastifyReply, html: string, redirectUri?: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': pagePolicy(redirectUri),
      'cache-control': 'no-store',
      // Not `no-referrer`: the browser would then send `Origin: null` with the form.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}
