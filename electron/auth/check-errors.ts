import { AppError, type AppErrorCode } from '../../shared/domain/app-error.ts'
import type { ConnectionInput } from '../../shared/ipc/connections.ts'
import { certificateProblem } from '../http/certificate-codes.ts'
import type { Connection } from '../tenants/connection.ts'

type Field = keyof ConnectionInput

/** Marks the field at fault; the field's text names the cause and what to ask the firm's administrator for. */
export function atField(error: AppError, field: Field, nextStep: string = error.nextStep): AppError {
  return new AppError(error.code, {
    message: error.message,
    nextStep,
    issues: [{ field, message: `${error.message} ${nextStep}` }],
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  })
}

/** The two addresses of a connection, with the words for each. */
export type Side = { field: 'base_url' | 'auth_url'; name: string; ask: string }

export const serviceSide: Side = {
  field: 'base_url',
  name: 'The service',
  ask: 'Ask your firm’s administrator for the address of the service, without /api/public/v1.',
}

export const signInSide: Side = {
  field: 'auth_url',
  name: 'The sign-in server',
  ask: 'Ask your firm’s administrator for the address of the sign-in server, without /oauth2.',
}

const askForAuthority =
  'Ask your firm’s administrator for the certificate of your firm’s own certificate authority (a PEM file), and choose it here.'

/** Whether trusting another authority can help: not if the certificate expired, or is for another server. */
function wantsAuthority({ detail = '' }: AppError): boolean {
  const problem = certificateProblem(detail.split(';')[0] ?? '')
  return problem === 'self-signed' || problem === 'unknown-authority' || problem === 'other'
}

/** The error for a server that could not be reached. */
export function unreached(error: AppError, { field, name, ask }: Side, host: string): AppError {
  if (error.code === 'service/untrusted-certificate') {
    return wantsAuthority(error) ? atField(error, 'ca_certificate', askForAuthority) : atField(error, field)
  }
  if (error.code.startsWith('service/proxy-')) return atField(error, field)
  const why = error.detail === undefined ? '' : ` ${error.detail}`
  return atField(
    wrong(error.code, `${name} cannot be reached at ${host}.${why}`, error.detail),
    field,
    `Check the address and your network. ${ask}`,
  )
}

/** The error for a server that answers, but not as a service or a sign-in server does. */
export function notTheServer({ field, name, ask }: Side, host: string, status: number): AppError {
  const message = `${host} answers, but not as ${name.toLowerCase()} does.`
  return atField(wrong('connection/not-the-service', message, `HTTP ${status}`), field, ask)
}

/** The error for a server that answers with another address. */
export function leadsElsewhere({ field, name, ask }: Side, host: string, status: number): AppError {
  const message = `${name} at ${host} sends Steward to another address, which it does not follow.`
  return atField(wrong('service/redirected', message, `HTTP ${status}`), field, ask)
}

/** The error for a server that is there, but fails. */
export function failing({ field, name }: Side, status: number): AppError {
  const code = field === 'base_url' ? 'service/failed' : 'auth/unavailable'
  const message = `${name} answers, but is not available now (HTTP ${status}).`
  return atField(wrong(code, message, `HTTP ${status}`), field, 'Try again in a few minutes.')
}

const askForScope = 'Ask your firm’s administrator which scopes this client may ask for.'

/** Names the field at fault for an error of the client's check. */
export function clientError(error: unknown, { flow }: Pick<Connection, 'flow'>): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'auth/wrong-secret') {
    const message = 'The sign-in server does not accept this client ID with this secret.'
    const ask = 'Check both. Ask your firm’s administrator to confirm the client ID, or to issue a new secret.'
    return atField(wrong(error.code, message, error.detail), 'client_secret', ask)
  }
  if (error.code === 'auth/wrong-client') {
    const ask = 'Ask your firm’s administrator to register it as a public client with PKCE, or for its secret.'
    return atField(error, 'token_auth', ask)
  }
  if (error.code === 'auth/invalid-scope') return atField(error, 'scope', askForScope)
  if (error.message.includes('way of signing in')) {
    const wanted = flow === 'client_credentials' ? 'Client Credentials' : 'Authorization Code'
    return atField(error, 'flow', `Ask your firm’s administrator to allow the ${wanted} grant for this client.`)
  }
  return error
}

/** Names the field at fault for an error of the redirect address's check. */
export function redirectError(error: AppError, redirectUri: string): AppError {
  if (error.code === 'auth/redirect-mismatch') {
    const ask = `Ask your firm’s administrator to register exactly ${redirectUri} for this client.`
    return atField(error, 'redirect_uri', ask)
  }
  if (error.code === 'auth/port-taken') {
    const message = 'Another program on this computer uses the port of the redirect address.'
    const ask = 'Close that program, or enter another port and ask your firm’s administrator to register that address.'
    return atField(wrong(error.code, message, error.detail), 'redirect_uri', ask)
  }
  if (error.code === 'auth/wrong-secret') {
    return atField(error, 'client_id', 'Ask your firm’s administrator to confirm the client ID.')
  }
  if (error.code === 'auth/invalid-scope') return atField(error, 'scope', askForScope)
  if (error.code === 'auth/bad-response') {
    return atField(
      error,
      'redirect_uri',
      'Ask your firm’s administrator whether this redirect address and this client are registered. Show the details.',
    )
  }
  return error
}

function wrong(code: AppErrorCode, message: string, detail?: string): AppError {
  return new AppError(code, { message, nextStep: 'Try again.', ...(detail === undefined ? {} : { detail }) })
}
