import { noScope, usualScope } from '../../../shared/domain/connection-fields.ts'
import type { ConnectionInput } from '../../../shared/ipc/connections.ts'

/** Suggested while no redirect address was entered. */
const suggestedRedirect = 'http://127.0.0.1:8400/callback'

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`)

const authentication = { post: 'client_secret_post', basic: 'client_secret_basic', none: 'none' } as const

const clientType = ({ token_auth: tokenAuth }: ConnectionInput): string =>
  tokenAuth === 'none' ? 'public, without a secret' : 'confidential, with a client ID and a secret'

function extraParameters({ resource, audience }: ConnectionInput): string[] {
  const sent = Object.entries({ resource, audience }).filter(([, value]) => value.trim() !== '')
  return sent.length === 0 ? [] : [`Extra parameters: ${sent.map(([name, value]) => `${name}=${value}`).join(', ')}`]
}

function registration(values: ConnectionInput): string[] {
  const { flow, redirect_uri: redirect, pkce, scope, token_auth: tokenAuth } = values
  const isPersonal = flow === 'authorization_code'
  const usual = isPersonal ? usualScope : noScope
  return [
    isPersonal
      ? `Grant: Authorization Code with refresh tokens${pkce ? ', with PKCE (S256)' : ''}`
      : 'Grant: Client Credentials (the organization signs in, without a user)',
    `Client type: ${clientType(values)}`,
    `Client authentication: ${authentication[tokenAuth]}`,
    isPersonal ? `Redirect address, exactly: ${redirect.trim() || suggestedRedirect}` : 'Redirect address: none',
    `Scopes: ${scope.trim() || usual}`,
    ...extraParameters(values),
  ]
}

const asked = (label: string, known: string): string => `${label}: ${known.trim()}`

/**
 * A request to the firm's administrator as plain text: what to register, and what to send back. Contains what was entered so far, and
 * never the secret.
 */
export function administratorRequest(values: ConnectionInput): string {
  return [
    'Connecting Steward to our firm’s records',
    '',
    'Steward is a desktop program for advisors. It signs in at our authorization server, and reads and writes records through the service’s public API. Please register it as a client, and send back the details below.',
    '',
    'Please register',
    ...list(registration(values)),
    '',
    'Please send back',
    ...list([
      asked('Service address (https, without /api/public/v1)', values.base_url),
      asked('Sign-in address (https, without /oauth2)', values.auth_url),
      asked('Client ID', values.client_id),
      ...(values.token_auth === 'none' ? [] : ['Client secret, by a safe way and not by e-mail:']),
      'Only if the servers’ certificates come from our own authority: its certificate as a PEM file',
    ]),
    '',
    'Or send a connection file instead: JSON with the fields name, base_url, auth_url, client_id, client_secret, flow ("authorization_code" or "client_credentials"), token_auth ("post", "basic" or "none"), redirect_uri, scope and ca_certificate (PEM text).',
    '',
  ].join('\n')
}
