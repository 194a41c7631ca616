import { randomBytes } from 'node:crypto'
import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import type { Dispatcher } from 'undici'
import { AppError, type AppErrorCode } from '../../shared/domain/app-error.ts'
import type { CheckPart, CheckProgress, ConnectionInput, ConnectStep } from '../../shared/ipc/connections.ts'
import { certificateProblem } from '../http/certificate-codes.ts'
import { type Answer, exchange } from '../http/exchange.ts'
import { createHttpsAgent } from '../http/https-agent.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import type { ResolveProxy } from '../http/proxy-resolver.ts'
import type { Connection } from '../tenants/connection.ts'
import { authError } from './auth-errors.ts'
import { checkAuthorization } from './authorization-check.ts'
import { authorizationUrl } from './authorization-code.ts'
import { listenForCallback } from './loopback-listener.ts'
import { isRefusedScope, type Scope, scopesToTry } from './scopes.ts'
import { requestAsOrganization } from './session.ts'
import { createSignInServers, explainUnusedMetadata, type SignInServer } from './sign-in-server.ts'
import { createTokenEndpoint } from './token-endpoint.ts'

/** A connection to check, saved or not; its secret is sent only to its own sign-in server. */
type CheckTarget = {
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
const checks: Readonly<Record<ConnectStep, Check>> = {
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
 * An organization asks for a token and drops it. The client of a user redeems a made-up code: RFC 6749 wants the client to be
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

type Field = keyof ConnectionInput

/** Marks the field at fault; the field's text names the cause and what to ask the firm's administrator for. */
function atField(error: AppError, field: Field, nextStep: string = error.nextStep): AppError {
  return new AppError(error.code, {
    message: error.message,
    nextStep,
    issues: [{ field, message: `${error.message} ${nextStep}` }],
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  })
}

/** The two addresses of a connection, with the words for each. */
type Side = { field: 'base_url' | 'auth_url'; name: string; ask: string }

const serviceSide: Side = {
  field: 'base_url',
  name: 'The service',
  ask: 'Ask your firm’s administrator for the address of the service, without /api/public/v1.',
}

const signInSide: Side = {
  field: 'auth_url',
  name: 'The sign-in server',
  ask: 'Ask your firm’s administrator for the address of the sign-in server, without /oauth2.',
}

const askForAuthority =
  'Ask your firm’s administrator for the certificate of your firm’s own certificate authority (a PEM file), and choose it here.'

/** Whether trusting another authority can help: not if the certificate expired, or is for another server. */
function wantsAuthority({ detail = '' }: AppError): boolean {
  const problem = certificateProblem(detail.split(';')[0] ?? '')
  return problem === 'self-signed' || problem === 'unknown-authority' || problem === 'other'
}

/** The error for a server that could not be reached. */
function unreached(error: AppError, { field, name, ask }: Side, host: string): AppError {
  if (error.code === 'service/untrusted-certificate') {
    return wantsAuthority(error) ? atField(error, 'ca_certificate', askForAuthority) : atField(error, field)
  }
  if (error.code.startsWith('service/proxy-')) return atField(error, field)
  const why = error.detail === undefined ? '' : ` ${error.detail}`
  return atField(
    wrong(error.code, `${name} cannot be reached at ${host}.${why}`, error.detail),
    field,
    `Check the address and your network. ${ask}`,
  )
}

/** The error for a server that answers, but not as a service or a sign-in server does. */
function notTheServer({ field, name, ask }: Side, host: string, status: number): AppError {
  const message = `${host} answers, but not as ${name.toLowerCase()} does.`
  return atField(wrong('connection/not-the-service', message, `HTTP ${status}`), field, ask)
}

/** The error for a server that answers with another address. */
function leadsElsewhere({ field, name, ask }: Side, host: string, status: number): AppError {
  const message = `${name} at ${host} sends Steward to another address, which it does not follow.`
  return atField(wrong('service/redirected', message, `HTTP ${status}`), field, ask)
}

/** The error for a server that is there, but fails. */
function failing({ field, name }: Side, status: number): AppError {
  const code = field === 'base_url' ? 'service/failed' : 'auth/unavailable'
  const message = `${name} answers, but is not available now (HTTP ${status}).`
  return atField(wrong(code, message, `HTTP ${status}`), field, 'Try again in a few minutes.')
}

const askForScope = 'Ask your firm’s administrator which scopes this client may ask for.'

/** Names the field at fault for an error of the client's check. */
function clientError(error: unknown, { flow }: Pick<Connection, 'flow'>): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'auth/wrong-secret') {
    const message = 'The sign-in server does not accept this client ID with this secret.'
    const ask = 'Check both. Ask your firm’s administrator to confirm the client ID, or to issue a new secret.'
    return atField(wrong(error.code, message, error.detail), 'client_secret', ask)
  }
  if (error.code === 'auth/wrong-client') {
    const ask = 'Ask your firm’s administrator to register it as a public client with PKCE, or for its secret.'
    return atField(error, 'token_auth', ask)
  }
  if (error.code === 'auth/invalid-scope') return atField(error, 'scope', askForScope)
  if (error.message.includes('way of signing in')) {
    const wanted = flow === 'client_credentials' ? 'Client Credentials' : 'Authorization Code'
    return atField(error, 'flow', `Ask your firm’s administrator to allow the ${wanted} grant for this client.`)
  }
  return error
}

/** Names the field at fault for an error of the redirect address's check. */
function redirectError(error: AppError, redirectUri: string): AppError {
  if (error.code === 'auth/redirect-mismatch') {
    const ask = `Ask your firm’s administrator to register exactly ${redirectUri} for this client.`
    return atField(error, 'redirect_uri', ask)
  }
  if (error.code === 'auth/port-taken') {
    const message = 'Another program on this computer uses the port of the redirect address.'
    const ask = 'Close that program, or enter another port and ask your firm’s administrator to register that address.'
    return atField(wrong(error.code, message, error.detail), 'redirect_uri', ask)
  }
  if (error.code === 'auth/wrong-secret') {
    return atField(error, 'client_id', 'Ask your firm’s administrator to confirm the client ID.')
  }
  if (error.code === 'auth/invalid-scope') return atField(error, 'scope', askForScope)
  if (error.code === 'auth/bad-response') {
    return atField(
      error,
      'redirect_uri',
      'Ask your firm’s administrator whether this redirect address and this client are registered. Show the details.',
    )
  }
  return error
}

function wrong(code: AppErrorCode, message: string, detail?: string): AppError {
  return new AppError(code, { message, nextStep: 'Try again.', ...(detail === undefined ? {} : { detail }) })
}

/** Runs the checks of these steps, in order, with the certificate authority of the connection to check. */
export type CheckSteps = (
  steps: readonly ConnectStep[],
  target: Omit<CheckTarget, 'dispatcher'>,
) => AsyncGenerator<CheckProgress>

/** {@link CheckSteps} over connections of its own, which it closes at the end. */
export const createCheckSteps = (resolveProxy: ResolveProxy): CheckSteps =>
  async function* (steps, target) {
    const dispatcher = createHttpsAgent({ caCertificate: target.connection.ca_certificate, resolveProxy })
    try {
      for (const step of steps) yield* checks[step]({ ...target, dispatcher })
    } finally {
      await dispatcher.destroy()
    }
  }
