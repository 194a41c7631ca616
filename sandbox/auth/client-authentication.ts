import { type Client, sameSecret } from './clients.ts'
import type { Refusal, TokenAuth } from './rules.ts'

export interface ClientRefusal extends Refusal {
  status: 400 | 401
  /** The value of `WWW-Authenticate`, if the client tried HTTP Basic authentication. */
  authenticate?: string
}

const CHALLENGE = 'Basic realm="sandbox"'

interface Credentials {
  id: string
  /** Undefined if none was sent. */
  secret: string | undefined
  way: TokenAuth
}

/**
 * Checks the client of a token request (RFC 6749, section 2.3). A public client sends its id in the form and no secret.
 *
 * @returns undefined if it is the registered client
 */
export function refuseClient(
  { client, accepted }: { client: Client; accepted: readonly TokenAuth[] },
  form: URLSearchParams,
  authorization: string | undefined,
): ClientRefusal | undefined {
  const basic = authorization === undefined ? undefined : basicCredentials(authorization)
  if (basic && form.has('client_secret')) {
    return { status: 400, error: 'invalid_request', description: 'Two ways of client authentication at once.' }
  }
  const sent = basic ?? formCredentials(form)
  const problem = client.secret === null ? publicProblem(client, sent) : secretProblem(client.secret, client, sent)
  const description = problem ?? (client.secret === null ? undefined : wayProblem(accepted, sent.way))
  if (description === undefined) return undefined
  return { status: 401, error: 'invalid_client', description, ...(basic ? { authenticate: CHALLENGE } : {}) }
}

function publicProblem(client: Client, sent: Credentials): string | undefined {
  if (sent.secret !== undefined) return 'This is a public client: it has no secret and must not send one.'
  return sent.id === client.id ? undefined : 'The client id is wrong.'
}

function secretProblem(secret: string, client: Client, sent: Credentials): string | undefined {
  // Both are always compared, so that timing does not reveal which one was wrong.
  const known = [sameSecret(sent.id, client.id), sameSecret(sent.secret ?? '', secret)].every(Boolean)
  return known ? undefined : 'The client id or the client secret is wrong.'
}

function wayProblem(accepted: readonly TokenAuth[], way: TokenAuth): string | undefined {
  if (accepted.includes(way)) return undefined
  const described = { post: 'in the form', basic: 'in a Basic header' } as const
  return `The client secret is accepted ${accepted.map((each) => described[each]).join(' or ')} only.`
}

function formCredentials(form: URLSearchParams): Credentials {
  return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? undefined, way: 'post' }
}

function basicCredentials(authorization: string): Credentials | undefined {
  const [scheme, encoded = ''] = authorization.split(' ')
  if (scheme?.toLowerCase() !== 'basic') return undefined
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  const decode = (text: string) => new URLSearchParams(`value=${text}`).get('value') ?? ''
  return { id: decode(id), secret: decode(secret.join(':')), way: 'basic' }
}
