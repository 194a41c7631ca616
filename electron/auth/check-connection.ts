import { randomBytes } from 'node:crypto'
import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import type { CheckPart, CheckProgress, ConnectStep } from '../../shared/ipc/connections.ts'
import { type Answer, exchange } from '../http/exchange.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import type { Connection } from '../tenants/connection.ts'
import { authError } from './auth-errors.ts'
import { checkAuthorization } from './authorization-check.ts'
import { authorizationUrl } from './authorization-code.ts'
import {
  clientError,
  failing,
  leadsElsewhere,
  notTheServer,
  redirectError,
  type Side,
  serviceSide,
  signInSide,
  unreached,
} from './check-errors.ts'
import { listenForCallback } from './loopback-listener.ts'
import { isRefusedScope, type Scope, scopesToTry } from './scopes.ts'
import { requestAsOrganization } from './session.ts'
import { createSignInServers, explainUnusedMetadata, type SignInServer } from './sign-in-server.ts'
import { createTokenEndpoint } from './token-endpoint.ts'

/** A connection to check, saved or not; its secret is sent only to its own sign-in server. */
export type CheckTarget = {
  connection: Connection
  /** Null for a public client. */
  clientSecret: string | null
  /** From `createHttpsAgent`, with the connection's certificate authority. */
  dispatcher: Dispatcher
  signal: AbortSignal
  timeoutMs?: number
}

type Check = (target: CheckTarget) => AsyncGenerator<CheckProgress>

const limitMs = 30_000
const maximumBytes = 1024 * 1024

/**
 * The checks of the three steps of connecting a firm. None of them needs a user or saves anything. Each throws an AppError with an
 * issue for the field at fault.
 */
export const checks: Readonly<Record<ConnectStep, Check>> = {
  async *address(target) {
    yield* part('service-address', () => checkServiceAddress(target))
    yield* part('sign-in-address', () => checkSignInAddress(target))
  },
  async *client(target) {
    yield* part('client', () => checkClient(target))
  },
  redirect: checkRedirect,
}

async function* part(name: CheckPart, run: () => Promise<'passed' | 'unproven'>): AsyncGenerator<CheckProgress> {
  yield { part: name, state: 'running' }
  yield { part: name, state: await run() }
}

/** Asks the API for a list without a token. The service is expected to refuse that, and only the service does so with JSON or 401. */
async function checkServiceAddress(target: CheckTarget): Promise<'passed'> {
  const url = new URL(`${target.connection.base_url}/api/public/v1/users?limit=1`)
  return judge(await ask(target, serviceSide, { url, method: 'GET' }), serviceSide, url.host)
}

/** Sends the token endpoint an empty form, which it refuses with JSON. */
async function checkSignInAddress(target: CheckTarget): Promise<'passed'> {
  const { host } = new URL(target.connection.auth_url)
  const server = await findServer(target).catch((thrown: unknown) => {
    throw thrown instanceof AppError && thrown.code !== 'auth/cancelled' ? unreached(thrown, signInSide, host) : thrown
  })
  const url = new URL(server.tokenEndpoint)
  return judge(await ask(target, signInSide, { url, method: 'POST' }), signInSide, url.host)
}

/** Its endpoints by its metadata, or those of the description. */
function findServer({ connection, dispatcher, signal, timeoutMs = limitMs }: CheckTarget): Promise<SignInServer> {
  return createSignInServers({ authUrl: connection.auth_url, dispatcher, timeoutMs }).find(signal)
}

type Request = { url: URL; method: 'GET' | 'POST' }

async function ask(target: CheckTarget, side: Side, { url, method }: Request): Promise<Answer> {
  const { dispatcher, signal, timeoutMs = limitMs } = target
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  try {
    return await exchange({
      ...{ dispatcher, method, maximumBytes, stalledMs: timeoutMs },
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      headers: { accept: 'application/json', ...(method === 'POST' ? form : {}) },
      ...(method === 'POST' ? { body: '' } : {}),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
  } catch (thrown) {
    if (signal.aborted) throw authError('auth/cancelled')
    throw unreached(nameExchangeFailure(thrown).error, side, url.host)
  }
}

/** 401, 403 and 429 come from a server that knows the path; anything else must at least be JSON. */
function judge(answer: Answer, side: Side, host: string): 'passed' {
  const { status } = answer
  if (status === 401 || status === 403 || status === 429) return 'passed'
  if (status >= 300 && status < 400) throw leadsElsewhere(side, host, status)
  if (status >= 500) throw failing(side, status)
  if (status === 404 || status === 405 || status === 410 || !isJson(answer)) throw notTheServer(side, host, status)
  return 'passed'
}

function isJson({ bytes }: Answer): boolean {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof body === 'object' && body !== null
  } catch {
    return false
  }
}

/**
 * An organization asks for a token and drops it. A person's client redeems a made-up code: RFC 6749 wants the client to be
 * authenticated first, so `invalid_grant` means that the server knows the client, and `invalid_client` that it does not.
 */
async function checkClient(target: CheckTarget): Promise<'passed' | 'unproven'> {
  const { connection, clientSecret, dispatcher, signal, timeoutMs = limitMs } = target
  const isPersonal = connection.flow === 'authorization_code'
  const endpoint = createTokenEndpoint({ connection, dispatcher, timeoutMs })
  const server = await findServer(target)
  const request = { server, clientSecret, signal }
  try {
    if (isPersonal) await endpoint.exchangeCode({ ...request, ...madeUpCode(connection) })
    else await requestAsOrganization({ ...request, connection, tokenEndpoint: endpoint })
    return 'passed'
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    if (isPersonal && isAboutTheCode(thrown)) return 'passed'
    if (isPersonal && thrown.detail?.includes(', invalid_request')) return 'unproven'
    throw clientError(explainUnusedMetadata(thrown, server), connection)
  }
}

function madeUpCode({ redirect_uri, pkce }: Connection) {
  const state = generateRandomState()
  return {
    callback: new URLSearchParams({ code: randomBytes(24).toString('base64url'), state }),
    state,
    redirectUri: redirect_uri || 'http://127.0.0.1/callback',
    codeVerifier: pkce ? generateRandomCodeVerifier() : null,
  }
}

/** Refusals of the code itself: the client was accepted. */
const isAboutTheCode = ({ code }: AppError): boolean =>
  code === 'auth/code-expired' || code === 'auth/redirect-mismatch' || code === 'auth/denied'

/** Binds the redirect address as a sign-in does, and requests the sign-in page. */
async function* checkRedirect(target: CheckTarget): AsyncGenerator<CheckProgress> {
  const { connection } = target
  // An organization signs in without a browser.
  if (connection.redirect_uri === null) return
  const { redirect_uri: redirectUri } = connection
  const named = (thrown: unknown): never => {
    throw thrown instanceof AppError ? redirectError(thrown, redirectUri) : thrown
  }
  const state = generateRandomState()
  yield { part: 'redirect-port', state: 'running' }
  const listener = await listenForCallback({ redirectUri, state }).catch(named)
  try {
    yield { part: 'redirect-port', state: 'passed' }
    yield { part: 'redirect-address', state: 'running' }
    await requestSignInPage(target, { state, redirectUri: listener.redirectUri }).catch(named)
    yield { part: 'redirect-address', state: 'passed' }
  } finally {
    await listener.close()
  }
}

/** Requests the sign-in page with each scope that a sign-in would try. */
async function requestSignInPage(target: CheckTarget, { state, redirectUri }: { state: string; redirectUri: string }) {
  const { connection, dispatcher, signal, timeoutMs = limitMs } = target
  const server = await findServer(target)
  const codeVerifier = connection.pkce ? generateRandomCodeVerifier() : null
  const request = async (scope: Scope) => {
    const url = await authorizationUrl({ connection, server, redirectUri, state, codeVerifier, scope })
    await checkAuthorization({ dispatcher, url, redirectUri, timeoutMs, signal })
  }
  const [scope, lesser] = scopesToTry(connection)
  await request(scope).catch((thrown: unknown) => {
    if (lesser === undefined || !isRefusedScope(thrown)) throw thrown
    return request(lesser)
  })
}
