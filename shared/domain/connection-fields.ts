import { z } from 'zod'
import { wellFormed } from '../service/fields.ts'

export const flows = ['authorization_code', 'client_credentials'] as const

/**
 * How Steward proves at the token endpoint which client it is: with the secret in the form (`post`), with the secret in the
 * Authorization header (`basic`), or not at all (`none`: a public client, which has no secret and needs PKCE).
 */
export const tokenAuths = ['post', 'basic', 'none'] as const

/** The scope of the Authorization Code flow if a connection names none. `offline_access` asks for a refresh token. */
export const usualScope = 'openid profile email offline_access'

/** The value of `scope` with which no scope is sent. */
export const noScope = 'none'

/** A text that a connection must have. */
const required = <Schema extends z.ZodType<string>>(entered: Schema) =>
  ({ entered, preset: entered, stored: z.string(), empty: '' }) as const

/** A text that may be left out. */
const optional = (max: number) => {
  const entered = z.string().max(max)
  return { entered, preset: entered.default(''), stored: z.string().nullable().default(null), empty: '' } as const
}

/** A choice with the value that applies if none is made. */
const choice = <Schema extends z.ZodType<string | boolean>>(entered: Schema, empty: z.output<Schema>) => {
  const chosen = entered.default(empty as never)
  return { entered, preset: chosen, stored: chosen, empty } as const
}

/**
 * Every field of a connection, once: as entered into a form or file (an empty text is not given), as preset by a firm's policy (may be
 * left out), as stored (null is not given), and its value in an empty form. Form, summary, saved connections, settings file and policy
 * are derived from it; `electron/tenants/parse-connection-input.ts` checks the values.
 */
export const connectionFields = {
  name: required(z.string().max(200)),
  base_url: required(z.string().max(2000)),
  auth_url: required(z.string().max(2000)),
  client_id: required(wellFormed(z.string().max(500))),
  /** Only for the Authorization Code flow. */
  redirect_uri: optional(2000),
  flow: choice(z.enum(flows), 'authorization_code'),
  /** The user who signs in, so that two advisors on one computer never share a cache; empty for the organization. */
  user: optional(320),
  pkce: choice(z.boolean(), true),
  token_auth: choice(z.enum(tokenAuths), 'post'),
  /** Empty for the usual one, {@link noScope} to send none. */
  scope: optional(1000),
  /** Sent as `resource` (RFC 8707). */
  resource: optional(2000),
  /** Sent as `audience`, which some authorization servers need. */
  audience: optional(500),
  /** PEM text of an additional certificate authority; empty to use only the system's. */
  ca_certificate: optional(100_000),
} as const

type Fields = typeof connectionFields

/** The name of a field of a connection. */
export type ConnectionField = keyof Fields

/** The names of all fields of a connection, without the secret. */
export const connectionFieldNames = Object.keys(connectionFields) as readonly ConnectionField[]

type Part<Name extends keyof Fields[ConnectionField]> = { [Field in ConnectionField]: Fields[Field][Name] }

function partOf<Name extends keyof Fields[ConnectionField]>(name: Name): Part<Name> {
  return Object.fromEntries(connectionFieldNames.map((field) => [field, connectionFields[field][name]])) as Part<Name>
}

/** Schemas of the fields as entered; they only limit sizes. */
export const enteredFields = partOf('entered')

/** Schemas of the fields in a firm's policy. */
export const presetFields = partOf('preset')

/** Schemas of the fields as stored. A field that older versions of Steward did not write has its default. */
export const storedFields = partOf('stored')

/** The fields of a connection as stored. */
export type StoredFields = { readonly [Field in ConnectionField]: z.output<Fields[Field]['stored']> }

/** The fields of an empty form, without the secret. */
export const emptyFields = partOf('empty')
