import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretPost,
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
import { authError } from './auth-errors.ts'
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

/** The authorization server's token endpoint: one method per grant. All throw `auth/…` or `service/…` AppErrors. */
export type TokenEndpoint = {
  /** `callback` holds the parameters of the browser's callback; `codeVerifier` is null without PKCE. */
  exchangeCode(request: {
    callback: URLSearchParams
    state: string
    redirectUri: string
    codeVerifier: string | null
    clientSecret: string
    signal: AbortSignal
  }): Promise<IssuedTokens>
  refresh(request: { refreshToken: string; clientSecret: string; signal: AbortSignal }): Promise<IssuedTokens>
  clientCredentials(request: { clientSecret: string; signal: AbortSignal }): Promise<IssuedTokens>
}

/** @param options.timeoutMs - limit for a whole exchange, including connecting, in ms */
export function createTokenEndpoint(options: {
  authUrl: string
  clientId: string
  dispatcher: Dispatcher
  clock?: Pick<Clock, 'now'>
  timeoutMs?: number
}): TokenEndpoint {
  const { authUrl, dispatcher, clock = systemClock, timeoutMs = 30_000 } = options
  const server: AuthorizationServer = { issuer: authUrl, token_endpoint: `${authUrl}/oauth2/token` }
  const client: Client = { client_id: options.clientId }
  const via = (grant: Grant, signal: AbortSignal) => ({
    [customFetch]: (url: string, request: CustomFetchOptions<'POST', URLSearchParams>) =>
      fetchTokens({
        dispatcher,
        grant,
        url,
        headers: request.headers,
        form: request.body,
        timeoutMs,
        signal,
        now: clock.now,
      }),
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
    exchangeCode: ({ callback, state, redirectUri, codeVerifier, clientSecret, signal }) =>
      named(async () => {
        const parameters = validateAuthResponse(server, client, withoutIssuer(callback), state)
        const response = await authorizationCodeGrantRequest(
          server,
          client,
          ClientSecretPost(clientSecret),
          parameters,
          redirectUri,
          codeVerifier ?? nopkce,
          via('authorization_code', signal),
        )
        return issued(await processAuthorizationCodeResponse(server, client, response))
      }),
    refresh: ({ refreshToken, clientSecret, signal }) =>
      named(async () => {
        const proof = ClientSecretPost(clientSecret)
        const response = await refreshTokenGrantRequest(
          server,
          client,
          proof,
          refreshToken,
          via('refresh_token', signal),
        )
        return issued(await processRefreshTokenResponse(server, client, response))
      }),
    clientCredentials: ({ clientSecret, signal }) =>
      named(async () => {
        const proof = ClientSecretPost(clientSecret)
        const response = await clientCredentialsGrantRequest(
          server,
          client,
          proof,
          {},
          via('client_credentials', signal),
        )
        return issued(await processClientCredentialsResponse(server, client, response))
      }),
  }
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
 * The issuer's name is not documented, so there is nothing to compare `iss` with. Server mix-up is prevented otherwise: each
 * sign-in has its own state, listener and configured token endpoint.
 */
function withoutIssuer(callback: URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams(callback)
  parameters.delete('iss')
  return parameters
}
