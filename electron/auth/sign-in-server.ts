import type { AuthorizationServer } from 'oauth4webapi'
import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import { authError } from './auth-errors.ts'
import {
  fetchMetadata,
  metadataUrls,
  readMetadata,
  type ServerMetadata,
  type UnusedMetadata,
} from './server-metadata.ts'

/** Where an authorization server is asked, and how its answers are checked. */
export type SignInServer = {
  authorizationEndpoint: string
  tokenEndpoint: string
  /** Its name, with which a callback's `iss` is compared (RFC 9207); null if it offers no metadata. */
  issuer: string | null
  /** Its metadata says that every callback has `iss`. */
  namesIssuer: boolean
  /** Set if it offers metadata that is not used. */
  unused: UnusedMetadata | null
}

/** Finds the endpoints of one authorization server. */
export type SignInServers = {
  /**
   * Reads the metadata (RFC 8414, then OpenID Connect Discovery). Without usable metadata the paths of the service's description
   * apply. Nothing is stored: if the server changes, the next call finds that.
   *
   * @throws AppError `auth/unreachable`, `auth/cancelled`, `service/untrusted-certificate`, `service/proxy-…`
   */
  find(signal: AbortSignal): Promise<SignInServer>
}

/** {@link SignInServers} of the server at `authUrl` (https, without a trailing slash). */
export function createSignInServers(options: {
  authUrl: string
  dispatcher: Dispatcher
  timeoutMs?: number
}): SignInServers {
  const { authUrl } = options
  // For a moment in which the server has trouble: its endpoints are probably still there.
  let last: SignInServer | null = null
  return {
    async find(signal) {
      const looked = await lookForMetadata(options, signal)
      if (looked.found !== null) last = looked.found
      else if (!looked.inTrouble) last = null
      return looked.found ?? last ?? describedServer(authUrl, looked.unused)
    },
  }
}

/** Tries the addresses of metadata one after the other, until one has usable ones. */
async function lookForMetadata(options: Parameters<typeof createSignInServers>[0], signal: AbortSignal) {
  let inTrouble = false
  let unused: UnusedMetadata | null = null
  for (const url of metadataUrls(options.authUrl)) {
    const answer = await fetchMetadata(url, options, signal)
    if (answer === 'in-trouble') inTrouble = true
    if (typeof answer === 'string') continue
    const read = readMetadata(answer, options.authUrl)
    if (typeof read === 'object') return { found: withMetadata(options.authUrl, read), inTrouble, unused }
    unused ??= read
  }
  return { found: null, inTrouble, unused }
}

function withMetadata(authUrl: string, { authorizationEndpoint, ...read }: ServerMetadata): SignInServer {
  const described = describedServer(authUrl)
  const page = authorizationEndpoint ?? described.authorizationEndpoint
  return { ...read, authorizationEndpoint: page, unused: null }
}

/** The endpoints at the paths that the service's description names. */
function describedServer(authUrl: string, unused: UnusedMetadata | null = null): SignInServer {
  return {
    authorizationEndpoint: `${authUrl}/oauth2/authorize`,
    tokenEndpoint: `${authUrl}/oauth2/token`,
    issuer: null,
    namesIssuer: false,
    unused,
  }
}

/** The server as oauth4webapi wants it. */
export function asAuthorizationServer({ issuer, tokenEndpoint, namesIssuer }: SignInServer): AuthorizationServer {
  return {
    issuer: issuer ?? tokenEndpoint,
    token_endpoint: tokenEndpoint,
    ...(namesIssuer ? { authorization_response_iss_parameter_supported: true } : {}),
  }
}

/** Says with a sign-in's failure that the server's own metadata was not used, if that is the likely reason. */
export function explainUnusedMetadata(thrown: unknown, { unused }: SignInServer): unknown {
  const isUnclear = thrown instanceof AppError && thrown.code === 'auth/bad-response'
  if (!isUnclear || unused === null) return thrown
  const { detail = '' } = thrown
  return authError('auth/bad-response', `${detail}; metadata not used: ${unused}`, unusedWords[unused])
}

const unusedWords: Readonly<Record<UnusedMetadata, { message: string; nextStep: string }>> = {
  'another-host': {
    message: 'The authorization server asks Steward to use another host, to which Steward does not send the sign-in.',
    nextStep: 'Ask your firm for the right sign-in address, and add a connection with it.',
  },
  'another-issuer': {
    message: 'The authorization server calls itself by another address than the one in the connection.',
    nextStep: 'Ask your firm for the right sign-in address, and add a connection with it.',
  },
  'unusable-address': {
    message: 'The authorization server names an address of its own that is not safe to use.',
    nextStep: 'Show the details to your firm: the metadata of its sign-in server is wrong.',
  },
  incomplete: {
    message: 'The authorization server describes itself incompletely.',
    nextStep: 'Show the details to your firm: the metadata of its sign-in server is incomplete.',
  },
}
