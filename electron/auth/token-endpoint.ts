import {
  authorizationCodeGrantRequest,
  type Client,
  type CustomFetchOptions,
  clientCredentialsGrantRequest,
  customFetch,
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
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Connection } from '../tenants/connection.ts'
import { authError } from './auth-errors.ts'
import { authenticateClient } from './client-authentication.ts'
import type { Scope } from './scopes.ts'
import { asAuthorizationServer, type SignInServer } from './sign-in-server.ts'
import { fetchTokens } from './token-exchange.ts'
import type { Grant } from './token-refusal.ts'

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
