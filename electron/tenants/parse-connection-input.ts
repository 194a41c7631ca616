import { AppError, type FieldIssue } from '../../shared/domain/app-error.ts'
import { flows } from '../../shared/ipc/connections.ts'
import { type Connection, connectionIdOf } from './connection.ts'
import {
  type Parsed,
  parseCertificate,
  parseRedirectUri,
  parseSecret,
  parseServiceUrl,
  parseText,
} from './connection-fields.ts'

/** A connection, and the one secret that goes to the keychain; they are kept separate from here on. */
export type ParsedConnection = { connection: Connection; clientSecret: string }

const describedFields = [
  'name',
  'base_url',
  'auth_url',
  'client_id',
  'redirect_uri',
  'flow',
  'user',
  'pkce',
  'ca_certificate',
]

/**
 * Validates a tenant's description field by field, from a form or a file. Absent optional fields get their defaults: flow
 * `authorization_code`, PKCE on, no user, the system's certificate authorities, the service's host as its name.
 *
 * @throws `connection/invalid`, with one issue for each bad field
 */
export function parseConnectionInput(input: unknown): ParsedConnection {
  const fields = fieldsOf(input)
  const collector = createCollector()
  const connection = parseDescription(fields, collector)
  const clientSecret = collector.take('client_secret', parseSecret(fields.client_secret), '')
  collector.end(unknownFields(fields, [...describedFields, 'client_secret']))
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
  collector.end([
    ...('client_secret' in fields ? [secret] : []),
    ...unknownFields(fields, [...describedFields, 'client_secret']),
  ])
  return connection
}

function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return { ...input }
  throw invalid([{ field: '', message: 'This is not the description of a connection; it must be a set of fields.' }])
}

/** Collects the errors while fields are parsed one after the other. */
function createCollector() {
  const issues: FieldIssue[] = []
  return {
    take<Value>(field: string, parsed: Parsed<Value>, fallback: Value): Value {
      if ('value' in parsed) return parsed.value
      issues.push({ field, message: parsed.problem })
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
  const flow = take('flow', parseFlow(fields.flow), 'authorization_code')
  const baseUrl = take(
    'base_url',
    parseServiceUrl(fields.base_url, { example: 'https://firm.example.com', endings: ['/api/public/v1'] }),
    '',
  )
  const authUrl = take(
    'auth_url',
    parseServiceUrl(fields.auth_url, {
      example: 'https://auth.example.com',
      endings: ['/oauth2/token', '/oauth2/authorize'],
    }),
    '',
  )
  const identity = {
    base_url: baseUrl,
    auth_url: authUrl,
    client_id: take(
      'client_id',
      parseText(fields.client_id, { maximum: 500, required: 'Enter the client ID issued to your firm.' }),
      '',
    ),
    user: take('user', parseOptionalText(fields.user, 320), null),
  }
  const rest = {
    name: take('name', parseOptionalText(fields.name, 200), null),
    redirect_uri:
      flow === 'client_credentials' ? null : take('redirect_uri', parseRedirectUri(fields.redirect_uri), ''),
    pkce: take('pkce', parsePkce(fields.pkce), true),
    ca_certificate: take('ca_certificate', parseCertificate(fields.ca_certificate), null),
  }
  const name = rest.name ?? (URL.canParse(baseUrl) ? new URL(baseUrl).host : '')
  return { id: connectionIdOf(identity), kind: 'tenant', flow, ...identity, ...rest, name, read_only: false }
}

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

function parseFlow(raw: unknown): Parsed<Connection['flow']> {
  if (raw === undefined) return { value: 'authorization_code' }
  const flow = flows.find((each) => each === raw)
  if (flow === undefined) return { problem: `This must be ${flows.map((each) => `"${each}"`).join(' or ')}.` }
  return { value: flow }
}

function parsePkce(raw: unknown): Parsed<boolean> {
  if (raw === undefined) return { value: true }
  return typeof raw === 'boolean' ? { value: raw } : { problem: 'This must be true or false, without quotation marks.' }
}

function parseOptionalText(raw: unknown, maximum: number): Parsed<string | null> {
  if (raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')) return { value: null }
  return parseText(raw, { maximum, required: '' })
}

function unknownFields(fields: Readonly<Record<string, unknown>>, known: readonly string[]): FieldIssue[] {
  return Object.keys(fields)
    .filter((field) => !known.includes(field))
    .slice(0, 20)
    .map((field) => ({
      field: field.slice(0, 100),
      message: 'Steward does not know this field; check its spelling or leave it out.',
    }))
}
