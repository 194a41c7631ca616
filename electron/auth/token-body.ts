import { isRecord } from '../../shared/lib/json.ts'

/** A token response as Steward needs it, with all known spellings normalised. */
export type TokenBody = {
  access_token: string
  token_type: string
  /** Seconds, above 0; omitted if the server's value is missing or unusable. */
  expires_in?: number
  refresh_token?: string
}

/** The error codes of RFC 6749, section 5.2, and of the authorization endpoint. */
const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'access_denied',
  'server_error',
  'temporarily_unavailable',
] as const

/** An OAuth error code, or `unrecognised` for a refusal in the server's own format. */
export type OauthError = (typeof oauthErrors)[number] | 'unrecognised'

/**
 * Parses a successful token response before oauth4webapi does, because oauth4webapi rejects lifetimes that Steward must accept.
 *
 * @returns null if it contains no usable bearer token
 */
export function readTokenBody(body: unknown): TokenBody | null {
  if (!isRecord(body)) return null
  const fields = new Map<string, unknown>(Object.entries(body))
  const accessToken = readToken(fields.get('access_token'))
  const type = fields.get('token_type') ?? 'bearer'
  if (accessToken === null || typeof type !== 'string' || type.toLowerCase() !== 'bearer') return null
  const lifetime = readLifetime(fields.get('expires_in'))
  const refreshToken = readToken(fields.get('refresh_token'))
  return {
    access_token: accessToken,
    token_type: 'bearer',
    ...(lifetime === null ? {} : { expires_in: lifetime }),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
  }
}

/** Finds the OAuth error code in a refusal, in any of the places where servers put it. */
export function readTokenError(body: unknown): OauthError {
  if (!isRecord(body)) return 'unrecognised'
  const fields = new Map<string, unknown>(Object.entries(body))
  const error = fields.get('error')
  const candidates = [error, fields.get('error_code'), fields.get('code'), fields.get('type')]
  if (typeof error === 'object' && error !== null) {
    const inner = new Map<string, unknown>(Object.entries(error))
    candidates.push(inner.get('code'), inner.get('type'), inner.get('error'))
  }
  return oauthErrors.find((known) => candidates.includes(known)) ?? 'unrecognised'
}

/** Seconds as a number or numeric text. 0 and below carry no information: the token is used until a 401. */
function readLifetime(raw: unknown): number | null {
  const seconds = typeof raw === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(raw) ? Number(raw) : raw
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

/** Only visible ASCII can be sent in a header or form unchanged. */
function readToken(raw: unknown): string | null {
  return typeof raw === 'string' && /^[\x21-\x7e]{1,65536}$/.test(raw) ? raw : null
}
