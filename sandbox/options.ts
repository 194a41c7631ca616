import type { AuthRules, TokenAuth } from './auth/rules.ts'
import type { ErrorStyle } from './http/error-answer.ts'
import type { SuccessStyle } from './routes/success-style.ts'
import type { ApiRules } from './schemas/rules.ts'
import type { IdStyle } from './store/ids.ts'

/** Everything is optional; the defaults are the service as described. */
export interface SandboxOptions extends SignInOptions, ApiOptions {
  households?: number
  seed?: number
  /** Makes one record in fifty of each resource hostile or absurd, though legal. Off by default. */
  hostile?: boolean
  /** Every record has texts and amounts that occur once in the firm, to find where they appear. Off by default. */
  canaries?: boolean
  /** Everything that one expects is on file, with some gaps: about 10 documents a household instead of 4. Off by default. */
  fullFiles?: boolean
  /** The day of the firm, in milliseconds since 1970 (UTC): no seeded record is newer. 1 November 2026 by default. */
  asOf?: number
  /** 0 takes any free port. */
  port?: number
  /** SQLite file that keeps the data across restarts; in memory if absent. */
  data?: string
  /** Opens the control port. */
  control?: boolean
  controlPort?: number
  /** The control port accepts only requests with a secret that is generated at every start; see `Sandbox.controlToken`. */
  controlGuarded?: boolean
  /** Folder of the CA and its key; a private temporary folder if absent. */
  certDir?: string
  /** Requests per second that the API accepts from all clients together; unlimited if absent. */
  rateLimit?: number
  clientId?: string
  clientSecret?: string
  maxUploadBytes?: number
  clock?: () => number
}

/** How the authorization server differs from the description. */
export interface SignInOptions {
  redirectUris?: readonly string[]
  /** Lifetime in seconds of access tokens of the Authorization Code flow and, if given, of the organization's tokens. */
  accessTokenSeconds?: number
  /** Who gets a refresh token: every sign-in (the default), a sign-in with the scope `offline_access`, or none. */
  refreshTokens?: AuthRules['refreshTokens']
  /** The known scopes; a request for any other is refused with `invalid_scope`. Without the option, scopes are ignored. */
  scopes?: readonly string[]
  /** The ways in which the token endpoint accepts the client secret; both by default. */
  tokenAuth?: readonly TokenAuth[]
  /** The client has no secret, must use PKCE, and cannot use the Client Credentials flow. */
  publicClient?: boolean
  /** The `resource` or `audience` that sign-ins and token requests must name; `invalid_target` otherwise. */
  resource?: string
  /** Publishes metadata (RFC 8414) and moves the endpoints to paths that only the metadata names. */
  discovery?: boolean
  /** A loopback redirect URI matches only with its registered port. */
  exactRedirect?: boolean
}

/** How the API differs from the description. */
export interface ApiOptions {
  /** How errors are worded; `nested` by default. */
  errorStyle?: ErrorStyle
  /** The statuses of successful writes; `described` by default. */
  successStyle?: SuccessStyle
  /** How ids look; `prefixed` by default. */
  idStyle?: IdStyle
  /** Whether `GET /households/{id}/entities` exists; true by default. */
  householdEntities?: boolean
  /** Whether an empty `primary_individuals` may be sent; true by default. */
  emptyPrimaries?: boolean
  /** Whether null is refused in updates, except for `external_id`; false by default: null clears every optional field. */
  strictNull?: boolean
  /** The most characters of a valuation's description; no limit by default. */
  valuationDescriptionMax?: number
  /** Whether any file may be uploaded (the default), or only the kinds that the published interface names. */
  fileTypes?: ApiRules['fileTypes']
}
