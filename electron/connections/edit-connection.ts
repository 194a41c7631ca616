import { AppError } from '../../shared/domain/app-error.ts'
import type { ConnectionChanges, ConnectStep, EditProgress } from '../../shared/ipc/connections.ts'
import type { CheckSteps } from '../auth/check-connection.ts'
import type { ClientSecrets, SecretChange } from '../keychain/client-secret-entries.ts'
import { keychainAccount } from '../keychain/keychain.ts'
import type { Connection } from '../tenants/connection.ts'
import { invalid, parseConnectionDescription, parseConnectionInput } from '../tenants/parse-connection-input.ts'
import type { ConnectionRuntime } from './connection-runtime.ts'
import type { FirmConnections } from './firm-connections.ts'

type Parts = {
  check: CheckSteps
  secrets: ClientSecrets
  firm: Pick<FirmConnections, 'refuseAddress' | 'refuseManaged'>
  /** Saves a connection that does not exist yet; returns its id. */
  add(connection: Connection, clientSecret: string | null): Promise<string>
  onChanged(): void
}

type Edit = { runtime: ConnectionRuntime; changes: ConnectionChanges; signal: AbortSignal }

/**
 * Edits a tenant's connection: checks what the changed fields need, saves the description and the secret together, and lets the
 * connection go on with them. Its stores stay open, and requests under way end undisturbed. Another address, client ID or user makes
 * another connection (`connectionIdOf`); the edited one then stays as it is, with its copy and its unsent changes.
 *
 * @throws AppError `connection/…`, `policy/…`, `keychain/…`, and what the checks throw; then nothing is changed
 */
export async function* editConnection(parts: Parts, { runtime, changes, signal }: Edit): AsyncGenerator<EditProgress> {
  const { connection: before } = runtime
  parts.firm.refuseManaged(before.id)
  if (before.kind === 'demo') throw demoIsFixed()
  const typedSecret = changes.client_secret ?? ''
  const wanted = parseChanges(before, changes)
  parts.firm.refuseAddress(wanted)
  const isOther = wanted.id !== before.id
  const isPublic = wanted.token_auth === 'none'
  if (typedSecret === '' && !isPublic && needsNewSecret(before, wanted)) throw secretOfOther()
  const clientSecret = isPublic ? null : typedSecret || (await keptSecret(parts.secrets, before.id))
  const steps = stepsFor(before, wanted, typedSecret !== '')
  if (steps.includes('client') && clientSecret === null && !isPublic) throw secretMissing()
  yield* parts.check(steps, { connection: wanted, clientSecret, signal })
  signal.throwIfAborted()
  if (isOther) {
    yield { saved: await parts.add(wanted, clientSecret) }
    return
  }
  const edit = (now: Connection) => edited(now, wanted, changes)
  const saved = await parts.secrets.commit({ id: before.id, edit, secret: secretChange(before, wanted, typedSecret) })
  runtime.change(saved)
  parts.onChanged()
  if (steps.length > 0) await continueWork(runtime)
  yield { saved: saved.id }
}

/** The description with its changes, validated as a whole. */
function parseChanges(before: Connection, changes: ConnectionChanges): Connection {
  const { id: _id, kind: _kind, read_only: _readOnly, ...described } = before
  const { client_secret: secret = '', ...rest } = changes
  const fields = { ...described, ...rest }
  return secret === ''
    ? parseConnectionDescription(fields)
    : parseConnectionInput({ ...fields, client_secret: secret }).connection
}

/** Only the fields of this edit: another window may have edited others in the meantime. */
function edited(now: Connection, wanted: Connection, changes: ConnectionChanges): Connection {
  const fields = Object.entries(wanted).filter(([field]) => field in changes)
  return { ...now, ...Object.fromEntries(fields) }
}

/** A connection that becomes a public client leaves no secret in the keychain. */
function secretChange(before: Connection, wanted: Connection, typed: string): SecretChange {
  if (wanted.token_auth === 'none') return { is: before.token_auth === 'none' ? 'kept' : 'removed' }
  return typed === '' ? { is: 'kept' } : { is: 'replaced', secret: typed }
}

/** A secret is sent only to the server, and for the client, for which it was entered. */
const needsNewSecret = (before: Connection, wanted: Connection): boolean =>
  before.auth_url !== wanted.auth_url || before.client_id !== wanted.client_id

/** The steps whose checks an edit needs; none if it changes nothing that a server must accept. */
function stepsFor(before: Connection, wanted: Connection, hasNewSecret: boolean): ConnectStep[] {
  const differs = (...fields: readonly (keyof Connection)[]) => fields.some((field) => before[field] !== wanted[field])
  const isElsewhere = differs('auth_url', 'client_id')
  const steps: ConnectStep[] = []
  if (differs('base_url', 'auth_url', 'ca_certificate')) steps.push('address')
  const asksOtherwise = isElsewhere || differs('scope', 'resource', 'audience')
  if (asksOtherwise || hasNewSecret || differs('token_auth')) steps.push('client')
  if (asksOtherwise || differs('redirect_uri', 'pkce')) steps.push('redirect')
  return steps
}

async function keptSecret(secrets: ClientSecrets, id: string): Promise<string | null> {
  const keychain = await secrets.keychain()
  return keychain.get(keychainAccount(id, 'client-secret'))
}

/** Requests that failed with the old settings are tried again at once. */
async function continueWork(runtime: ConnectionRuntime): Promise<void> {
  if (runtime.cache() !== 'open' || (await runtime.session.state()) !== 'signed-in') return
  const { sync, outbox } = await runtime.open()
  sync.start({ retry: true })
  outbox.retry()
}

function demoIsFixed(): AppError {
  return new AppError('connection/invalid', {
    message: 'The demo firm cannot be edited.',
    nextStep: 'Connect your own firm instead.',
  })
}

const secretOfOther = () =>
  invalid([
    {
      field: 'client_secret',
      message: 'Enter the client secret: the present one belongs to the other sign-in address or client ID.',
    },
  ])

const secretMissing = () =>
  invalid([
    { field: 'client_secret', message: 'The client secret is not on this computer. Enter it to check the connection.' },
  ])
