import {
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  type CustomFetchOptions,
  clientCredentialsGrantRequest,
  customFetch,
  None,
  nopkce,
  processAuthorizationCodeResponse,
  processClientCredentialsResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import { errorTextOf } from '../http/error-text.ts'
import { type Answer, exchange, readRetryAfter } from '../http/exchange.ts'
import { isOfTheWay, nameExchangeFailure } from '../http/network-errors.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Connection } from '../tenants/connection.ts'
import { authError } from './auth-errors.ts'
import type { Scope } from './scopes.ts'
import { asAuthorizationServer, type SignInServer } from './sign-in-server.ts'
import { readTokenBody, readTokenError } from './token-body.ts'
import { type Grant, nameTokenRefusal } from './token-refusal.ts'

/** Tokens as issued. Held in memory; only the refresh token is ever stored in the keychain. */
export type IssuedTokens = {
  accessToken: string
  refreshToken: string | null
  /** Milliseconds since the epoch; null if the server gave no usable lifetime. */
  expiresAt: number | null
  /** Milliseconds; null if the server gave no usable lifetime. */
  lifetimeMs: number | null
}

/** A token request: where it is sent, and the secret, null for a public client. */
type TokenRequest = { server: SignInServer; clientSecret: string | null; signal: AbortSignal }

/** The authorization server's token endpoint: one method per grant. All throw `auth/…` or `service/…` AppErrors. */
export type TokenEndpoint = {
  /** `callback` holds the parameters of the browser's callback; `codeVerifier` is null without PKCE. */
  exchangeCode(
    request: TokenRequest & {
      callback: URLSearchParams
      state: string
      redirectUri: string
      codeVerifier: string | null
    },
  ): Promise<IssuedTokens>
  /** Asks for the scope that was granted at the sign-in, by naming none. */
  refresh(request: TokenRequest & { refreshToken: string }): Promise<IssuedTokens>
  clientCredentials(request: TokenRequest & { scope: Scope }): Promise<IssuedTokens>
}

/** @param options.timeoutMs - limit for a whole exchange, including connecting, in ms */
export function createTokenEndpoint(options: {
  connection: Pick<Connection, 'client_id' | 'token_auth' | 'resource' | 'audience'>
  dispatcher: Dispatcher
  clock?: Pick<Clock, 'now'>
  timeoutMs?: number
}): TokenEndpoint {
  const { connection, dispatcher, clock = systemClock, timeoutMs = 30_000 } = options
  const { token_auth: tokenAuth } = connection
  const client: Client = { client_id: connection.client_id }
  const partsOf = ({ server, clientSecret, signal }: TokenRequest, grant: Grant) => ({
    server: asAuthorizationServer(server),
    proof: authenticateClient(tokenAuth, clientSecret),
    via: {
      additionalParameters: extraParameters(connection),
      [customFetch]: (url: string, { headers, body: form }: CustomFetchOptions<'POST', URLSearchParams>) =>
        fetchTokens({
          ...{ dispatcher, grant, tokenAuth, url, headers, form, timeoutMs, signal, now: clock.now },
          secrets: clientSecret === null ? [] : [clientSecret],
        }),
    },
  })
  const issued = (response: TokenEndpointResponse): IssuedTokens => {
    const lifetimeMs = response.expires_in === undefined ? null : response.expires_in * 1000
    return {
      accessToken: response.access_token,
      refreshToken: response.refresh_token ?? null,
      lifetimeMs,
      expiresAt: lifetimeMs === null ? null : clock.now() + lifetimeMs,
    }
  }
  return {
    exchangeCode: (request) =>
      named(async () => {
        const { callback, state, redirectUri, codeVerifier } = request
        const { server, proof, via } = partsOf(request, 'authorization_code')
        const parameters = validateAuthResponse(server, client, checkableBy(request.server, callback), state)
        const verifier = codeVerifier ?? nopkce
        const response = await authorizationCodeGrantRequest(
          server,
          client,
          proof,
          parameters,
          redirectUri,
          verifier,
          via,
        )
        return issued(await processAuthorizationCodeResponse(server, client, response))
      }),
    refresh: (request) =>
      named(async () => {
        const { server, proof, via } = partsOf(request, 'refresh_token')
        const response = await refreshTokenGrantRequest(server, client, proof, request.refreshToken, via)
        return issued(await processRefreshTokenResponse(server, client, response))
      }),
    clientCredentials: (request) =>
      named(async () => {
        const { server, proof, via } = partsOf(request, 'client_credentials')
        const scope: Record<string, string> = request.scope === null ? {} : { scope: request.scope }
        const parameters = { ...extraParameters(connection), ...scope }
        const response = await clientCredentialsGrantRequest(server, client, proof, parameters, via)
        return issued(await processClientCredentialsResponse(server, client, response))
      }),
  }
}

/** The parameters that a connection adds to every request to the authorization server. */
export function extraParameters({
  resource,
  audience,
}: Pick<Connection, 'resource' | 'audience'>): Record<string, string> {
  return { ...(resource === null ? {} : { resource }), ...(audience === null ? {} : { audience }) }
}

/** At this point oauth4webapi can only object to the shape of a response. Its errors contain the response, so they stop here. */
async function named<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw authError('auth/bad-response', thrown instanceof Error ? thrown.name : typeof thrown)
  }
}

/**
 * Without metadata the issuer's name is not known, so there is nothing to compare `iss` with. Server mix-up is prevented otherwise as
 * well: each sign-in has its own state, listener and token endpoint.
 */
function checkableBy({ issuer }: SignInServer, callback: URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams(callback)
  if (issuer === null) parameters.delete('iss')
  return parameters
}

/**
 * How a token request proves which client sends it.
 *
 * @param clientSecret - null for a public client
 */
function authenticateClient(tokenAuth: Connection['token_auth'], clientSecret: string | null): ClientAuth {
  if (tokenAuth === 'none' || clientSecret === null) return None()
  return tokenAuth === 'post' ? ClientSecretPost(clientSecret) : sendBasic(clientSecret)
}

/**
 * RFC 6749, section 2.3.1: both parts are encoded like a form, then joined. oauth4webapi also encodes `-`, `_` and `.`, which a form leaves
 * as they are: servers that do not decode would refuse nearly every secret.
 */
function sendBasic(clientSecret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    const credentials = `${encodeForm(client.client_id)}:${encodeForm(clientSecret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

const encodeForm = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)

const MAXIMUM_BYTES = 1024 * 1024

/**
 * Posts a form to the token endpoint and returns its response, normalised for oauth4webapi. It follows no redirect: a 307 would
 * send the client secret to another address.
 *
 * @throws AppError for everything except a usable success
 */
async function fetchTokens(request: {
  dispatcher: Dispatcher
  grant: Grant
  url: string
  headers: Record<string, string>
  form: URLSearchParams
  tokenAuth: Connection['token_auth']
  /** Not to be shown or logged, besides those in the form. */
  secrets: readonly string[]
  timeoutMs: number
  signal: AbortSignal
  /** Milliseconds since the epoch. */
  now: () => number
}): Promise<Response> {
  const answer = await post(request)
  const { status } = answer
  if (status >= 300 && status < 400) throw redirected(status)
  const secrets = [...request.secrets, ...secretsIn(request.form)]
  if (status >= 500 || status === 408 || status === 429) {
    const retryAfterMs = readRetryAfter(answer.headers, request.now())
    // At sign-in the user is waiting; a renewal is retried by Steward itself.
    const words = request.grant === 'refresh_token' ? {} : { nextStep: 'Try again in a few minutes.' }
    throw authError('auth/unavailable', detailOf(answer, secrets), {
      ...words,
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    })
  }
  const body = parseJson(answer)
  if (status >= 400) {
    // An answer that is not JSON comes from a proxy, or from an address without a token endpoint.
    const said = body === undefined ? 'not JSON' : errorTextOf(answer.bytes, secrets)
    const { grant, tokenAuth } = request
    throw nameTokenRefusal({ grant, tokenAuth, error: readTokenError(body), status, said })
  }
  const tokens = readTokenBody(body)
  if (tokens === null) {
    throw authError(
      'auth/bad-response',
      body === undefined ? `HTTP ${status}, not JSON` : `HTTP ${status}, no bearer token`,
    )
  }
  return Response.json(tokens)
}

async function post(request: Parameters<typeof fetchTokens>[0]): Promise<Answer> {
  const { dispatcher, url, headers, form, timeoutMs, signal } = request
  const target = new URL(url)
  try {
    return await exchange({
      dispatcher,
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method: 'POST',
      headers,
      body: form.toString(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      maximumBytes: MAXIMUM_BYTES,
      stalledMs: timeoutMs,
    })
  } catch (thrown) {
    if (signal.aborted) throw authError('auth/cancelled')
    const { error } = nameExchangeFailure(thrown)
    if (isOfTheWay(error.code)) throw error
    if (error.code === 'service/not-json' || error.code === 'service/failed') {
      throw authError('auth/bad-response', error.detail)
    }
    throw authError('auth/unreachable', error.detail)
  }
}

function redirected(status: number): AppError {
  return new AppError('service/redirected', {
    message: 'The authorization server tried to send Steward to another address, which it does not follow.',
    nextStep: 'Check the address of the authorization server in the connection.',
    detail: `HTTP ${status}`,
  })
}

function parseJson(answer: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(answer.bytes))
  } catch {
    return undefined
  }
}

function detailOf(answer: Answer, secrets: readonly string[]): string {
  const said = errorTextOf(answer.bytes, secrets)
  return `HTTP ${answer.status}${said === null ? '' : `: ${said}`}`
}

/** The secrets in the form that a server might echo and that must not be shown or logged. */
function secretsIn(form: URLSearchParams): string[] {
  return ['client_secret', 'code', 'code_verifier', 'refresh_token'].flatMap((field) => form.getAll(field))
}
