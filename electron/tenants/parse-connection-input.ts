import { AppError, type FieldIssue } from '../../shared/domain/app-error.ts'
import { connectionFieldNames, flows, tokenAuths } from '../../shared/domain/connection-fields.ts'
import { isRecord } from '../../shared/lib/json.ts'
import { type Connection, connectionIdOf } from './connection.ts'
import {
  type Parsed,
  parseCertificate,
  parseChoice,
  parseNoSecret,
  parseOptionalText,
  parseRedirectUri,
  parseResource,
  parseScope,
  parseSecret,
  parseServiceUrl,
  parseText,
} from './connection-fields.ts'

/**
 * A connection, and the one secret that goes to the keychain, null for a public client; they are kept separate from here on.
 */
export type ParsedConnection = { connection: Connection; clientSecret: string | null }

const knownFields = [...connectionFieldNames, 'client_secret']

/**
 * Validates a tenant's description field by field, from a form or a file. Absent optional fields get their defaults: flow
 * `authorization_code`, PKCE on, the secret in the form, the usual scope, no user, the system's certificate authorities, the service's
 * host as its name.
 *
 * @throws `connection/invalid`, with one issue for each bad field
 */
export function parseConnectionInput(input: unknown): ParsedConnection {
  const fields = fieldsOf(input)
  const collector = createCollector()
  const connection = parseDescription(fields, collector)
  const clientSecret = collector.take('client_secret', parseSecretFor(fields), null)
  collector.end(unknownFields(fields))
  return { connection, clientSecret }
}

/**
 * Validates only some fields of a description that is still being typed. The other fields may have no valid value in the result.
 *
 * @throws `connection/invalid`, with one issue for each bad field among `fields`
 */
export function parseConnectionFields(input: unknown, fields: readonly string[]): ParsedConnection {
  const given = fieldsOf(input)
  const collector = createCollector((field) => fields.includes(field))
  const connection = parseDescription(given, collector)
  const clientSecret = collector.take('client_secret', parseSecretFor(given), null)
  collector.end([])
  return { connection, clientSecret }
}

/**
 * Validates a description that is moved between computers: it has no secret, which is asked for at sign-in. A description that
 * contains a secret is refused.
 *
 * @throws `connection/invalid`, with one issue for each bad field
 */
export function parseConnectionDescription(input: unknown): Connection {
  const fields = fieldsOf(input)
  const collector = createCollector()
  const connection = parseDescription(fields, collector)
  const secret = { field: 'client_secret', message: 'A shared description must not contain a secret; remove it.' }
  collector.end([...('client_secret' in fields ? [secret] : []), ...unknownFields(fields)])
  return connection
}

function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(input)) return { ...input }
  throw invalid([{ field: '', message: 'This is not the description of a connection; it must be a set of fields.' }])
}

/** Collects the errors of the fields that matter while fields are parsed one after the other. */
function createCollector(matters: (field: string) => boolean = () => true) {
  const issues: FieldIssue[] = []
  return {
    take<Value>(field: string, parsed: Parsed<Value>, fallback: Value): Value {
      if ('value' in parsed) return parsed.value
      if (matters(field)) issues.push({ field, message: parsed.problem })
      return fallback
    },
    end(others: readonly FieldIssue[]): void {
      if (issues.length + others.length > 0) throw invalid([...issues, ...others])
    },
  }
}

function parseDescription(
  fields: Readonly<Record<string, unknown>>,
  { take }: ReturnType<typeof createCollector>,
): Connection {
  const flow = take('flow', parseChoice(fields.flow, flows), 'authorization_code')
  const identity = {
    base_url: take('base_url', parseServiceUrl(fields.base_url, serviceAddress), ''),
    auth_url: take('auth_url', parseServiceUrl(fields.auth_url, signInAddress), ''),
    client_id: take('client_id', parseText(fields.client_id, clientId), ''),
    user: take('user', parseOptionalText(fields.user, 320), null),
  }
  const name = take('name', parseOptionalText(fields.name, 200), null) ?? hostOf(identity.base_url)
  const isPersonal = flow === 'authorization_code'
  const pkce = take('pkce', parsePkce(fields.pkce), true)
  const rest = {
    redirect_uri: isPersonal ? take('redirect_uri', parseRedirectUri(fields.redirect_uri), '') : null,
    token_auth: take('token_auth', parseTokenAuth(fields.token_auth, { flow, pkce }), 'post'),
    scope: take('scope', parseScope(fields.scope), null),
    resource: take('resource', parseResource(fields.resource), null),
    audience: take('audience', parseOptionalText(fields.audience, 500), null),
    ca_certificate: take('ca_certificate', parseCertificate(fields.ca_certificate), null),
  }
  return { id: connectionIdOf(identity), kind: 'tenant', ...identity, name, flow, pkce, ...rest, read_only: false }
}

const serviceAddress = { example: 'https://firm.example.com', endings: ['/api/public/v1'] }
const signInAddress = { example: 'https://auth.example.com', endings: ['/oauth2/token', '/oauth2/authorize'] }
const clientId = { maximum: 500, required: 'Enter the client ID issued to your firm.' }

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '')

/** The error for a refused connection, with one issue per field. */
export function invalid(issues: readonly FieldIssue[]): AppError {
  return new AppError('connection/invalid', {
    message:
      issues.length === 1
        ? 'One field of the connection is wrong.'
        : `${issues.length} fields of the connection are wrong.`,
    nextStep: 'Correct these fields and try again.',
    issues,
  })
}

function parseTokenAuth(
  raw: unknown,
  { flow, pkce }: Pick<Connection, 'flow' | 'pkce'>,
): Parsed<Connection['token_auth']> {
  const parsed = parseChoice(raw, tokenAuths)
  if (!('value' in parsed) || parsed.value !== 'none') return parsed
  if (flow === 'client_credentials') {
    return { problem: 'The organization signs in with its secret: choose "post" or "basic".' }
  }
  return pkce
    ? parsed
    : { problem: 'Without a secret, PKCE protects the sign-in: turn it on, or choose "post" or "basic".' }
}

/** With a `token_auth` that is wrong, it is not known whether there must be a secret. */
function parseSecretFor(fields: Readonly<Record<string, unknown>>): Parsed<string | null> {
  const tokenAuth = parseChoice(fields.token_auth, tokenAuths)
  if ('problem' in tokenAuth) return { value: null }
  return tokenAuth.value === 'none' ? parseNoSecret(fields.client_secret) : parseSecret(fields.client_secret)
}

function parsePkce(raw: unknown): Parsed<boolean> {
  if (raw === undefined) return { value: true }
  return typeof raw === 'boolean' ? { value: raw } : { problem: 'This must be true or false, without quotation marks.' }
}

function unknownFields(fields: Readonly<Record<string, unknown>>): FieldIssue[] {
  return Object.keys(fields)
    .filter((field) => !knownFields.includes(field))
    .slice(0, 20)
    .map((field) => ({
      field: field.slice(0, 100),
      message: 'Steward does not know this field; check its spelling or leave it out.',
    }))
}
