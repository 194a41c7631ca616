import type { Dispatcher } from 'undici'
import { isRecord } from '../../shared/lib/json.ts'
import { type Answer, exchange } from '../http/exchange.ts'
import { isOfTheWay, nameExchangeFailure } from '../http/network-errors.ts'
import { vetHttpsUrl } from '../platform/https-url.ts'
import { authError } from './auth-errors.ts'

/** Why metadata that a server offers is not used. */
export type UnusedMetadata = 'another-issuer' | 'another-host' | 'unusable-address' | 'incomplete'

/** The part of an authorization server's metadata that Steward needs. */
export type ServerMetadata = {
  issuer: string
  /** Null if the server has none, as one for organizations only. */
  authorizationEndpoint: string | null
  tokenEndpoint: string
  /** Every callback has `iss` (RFC 9207). */
  namesIssuer: boolean
}

const MAXIMUM_BYTES = 1024 * 1024
/** A server that does not answer a request for metadata in this time, in ms, is taken for one that has none. */
const PATIENCE_MS = 10_000

/** The addresses of metadata in RFC 8414 and in OpenID Connect Discovery, in the order in which they are tried. */
export function metadataUrls(authUrl: string): string[] {
  const { origin, pathname } = new URL(authUrl)
  const path = pathname === '/' ? '' : pathname
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
}

/**
 * The JSON object at an address; `none` if there is none, `in-trouble` if the server may have one and cannot say so now.
 *
 * @throws AppError `auth/unreachable`, `auth/cancelled`, `service/untrusted-certificate`, `service/proxy-…`
 */
export async function fetchMetadata(
  url: string,
  { dispatcher, timeoutMs = PATIENCE_MS }: { dispatcher: Dispatcher; timeoutMs?: number },
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | 'none' | 'in-trouble'> {
  const { origin, pathname } = new URL(url)
  const patience = Math.min(timeoutMs, PATIENCE_MS)
  let connected = false
  try {
    const answer = await exchange({
      dispatcher,
      origin,
      path: pathname,
      method: 'GET',
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      maximumBytes: MAXIMUM_BYTES,
      stalledMs: patience,
      onFirstByte: () => {
        connected = true
      },
    })
    if (answer.status >= 500 || answer.status === 429) return 'in-trouble'
    return answer.status === 200 ? parseObject(answer) : 'none'
  } catch (thrown) {
    if (signal.aborted) throw authError('auth/cancelled')
    const { error } = nameExchangeFailure(thrown)
    if (isOfTheWay(error.code)) throw error
    if (connected) return 'in-trouble'
    throw authError('auth/unreachable', error.detail)
  }
}

/** A web page that answers every path is no metadata. */
function parseObject({ bytes }: Answer): Readonly<Record<string, unknown>> | 'none' {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(parsed) ? parsed : 'none'
  } catch {
    return 'none'
  }
}

/**
 * Checks metadata: its issuer is the address that the connection names, and its endpoints are https addresses of that host. An
 * endpoint elsewhere would be another address (SECURITY.md, T22), which needs a connection and a sign-in of its own.
 */
export function readMetadata(
  fields: Readonly<Record<string, unknown>>,
  authUrl: string,
): ServerMetadata | UnusedMetadata {
  const { issuer, authorization_endpoint: page = null, token_endpoint: tokenEndpoint } = fields
  if (typeof issuer !== 'string' || typeof tokenEndpoint !== 'string') return 'incomplete'
  if (page !== null && typeof page !== 'string') return 'incomplete'
  if (!isSameIssuer(issuer, authUrl)) return 'another-issuer'
  const { origin } = new URL(authUrl)
  const problem = problemOf(tokenEndpoint, origin) ?? (page === null ? null : problemOf(page, origin))
  if (problem !== null) return problem
  const namesIssuer = fields.authorization_response_iss_parameter_supported === true
  return { issuer, authorizationEndpoint: page, tokenEndpoint, namesIssuer }
}

/** A slash at the end makes no difference: a connection's addresses never have one. */
function isSameIssuer(issuer: string, authUrl: string): boolean {
  return URL.canParse(issuer) && new URL(issuer).href.replace(/\/+$/, '') === authUrl
}

function problemOf(endpoint: string, origin: string): UnusedMetadata | null {
  if (!URL.canParse(endpoint) || endpoint.includes('#')) return 'unusable-address'
  const { protocol, origin: found } = new URL(endpoint)
  if (protocol !== 'https:') return 'unusable-address'
  if (found !== origin) return 'another-host'
  try {
    vetHttpsUrl(endpoint, origin)
    return null
  } catch {
    return 'unusable-address'
  }
}
