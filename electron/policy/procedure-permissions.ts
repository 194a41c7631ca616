import { AppError } from '../../shared/domain/app-error.ts'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import {
  decidedByFirm,
  type ForbiddingSetting,
  forbiddingSetting,
  type Permission,
  permissions,
} from '../../shared/domain/policy-permissions.ts'
import { procedureMeta, procedureMetas } from '../../shared/ipc/contract.ts'
import type { Connection } from '../tenants/connection.ts'
import { parseConnectionDescription } from '../tenants/parse-connection-input.ts'

/**
 * Called before every procedure, with its path (`households.list`). A path that the contract does not have needs every permission
 * that a policy can forbid. Checks that depend on the input happen in the use case: which address is requested, how a question of
 * the outbox is answered, whether read-only is switched off.
 *
 * @throws AppError `policy/forbidden`
 */
export function refuseForbiddenProcedure(procedure: string, policy: FirmPolicy): void {
  const meta = procedureMeta(procedure)
  const needed = meta === undefined ? (Object.keys(permissions) as Permission[]) : [meta.permission]
  for (const permission of needed) refuseForbidden(permission, policy)
}

/** The procedures that a policy forbids, by path, each with the setting that forbids it; for pages, which disable their buttons. */
export function forbiddenProcedures(policy: FirmPolicy): Record<string, ForbiddingSetting> {
  const forbidden: Record<string, ForbiddingSetting> = {}
  for (const [path, { permission }] of procedureMetas) {
    const setting = forbiddingSetting(permission, policy)
    if (setting !== null) forbidden[path] = setting
  }
  return forbidden
}

const nextStep = 'Ask your firm’s IT department if you need it.'

/** @throws AppError `policy/forbidden`, with the firm's own text, if its policy forbids the permission */
export function refuseForbidden(purpose: Permission, policy: FirmPolicy): void {
  const setting = forbiddingSetting(purpose, policy)
  if (setting === null) return
  throw new AppError('policy/forbidden', { message: decidedByFirm[setting], nextStep, detail: setting })
}

/** The error for changes to the firm's preset connection. */
export function managedConnection(): AppError {
  return new AppError('policy/forbidden', {
    message: 'This connection is managed by your firm: it can be neither changed nor removed here.',
    nextStep: 'Sign out of it instead, or ask your firm’s IT department.',
    detail: 'connection',
  })
}

/** Whether an address equals another one or is below its path. Both are normalised: see `parseServiceUrl`. */
export function isBelow(address: string, above: string): boolean {
  return address === above || address.startsWith(`${above}/`)
}

/** Whether the policy allows a connection's service. The demo firm is always allowed: it is made up and runs on this computer. */
export function isAllowed({ kind, base_url }: Pick<Connection, 'kind' | 'base_url'>, policy: FirmPolicy): boolean {
  const allowed = policy.allowed_base_urls
  return kind === 'demo' || allowed === undefined || allowed.some((above) => isBelow(base_url, above))
}

/**
 * Whether the copy of a connection's records may be read. Where the policy cannot be read and no earlier one is known, no service may be
 * contacted, but what is on this computer stays readable: the advisor may be on a plane.
 */
export function isReadable(connection: Pick<Connection, 'kind' | 'base_url'>, policy: FirmPolicy): boolean {
  return isAllowed(connection, policy) || policy.unreadable === 'unknown'
}

/**
 * Whether the policy allows an address to which an allowed service redirects: one of the service itself, or another one that is allowed.
 */
export function isTargetAllowed(url: URL, { base_url }: Pick<Connection, 'base_url'>, policy: FirmPolicy): boolean {
  const address = `${url.origin}${url.pathname}`
  const allowed = policy.allowed_base_urls
  return allowed === undefined || [base_url, ...allowed].some((above) => isBelow(address, above))
}

/** The error for an address to which a service redirects, and which the policy does not allow. */
export function targetNotAllowed({ host }: URL): AppError {
  return new AppError('policy/address-not-allowed', {
    message: `The service keeps this file at ${host}, which is not among the addresses that your firm allows on this computer.`,
    nextStep: `Ask your firm’s IT department to allow ${host} as well. Nothing was sent there.`,
  })
}

/** The error for a service that the policy does not allow. */
export function notAllowed(): AppError {
  return new AppError('policy/address-not-allowed', {
    message: 'The address of this service is not among those that your firm allows on this computer.',
    nextStep: 'Use a connection that your firm allows, or ask your firm’s IT department to allow this one.',
  })
}

/** The connection that a firm's policy presets, parsed, or the problem with it. */
export function presetConnection(policy: FirmPolicy): { connection: Connection | null; problem: string | null } {
  if (policy.connection === undefined) return { connection: null, problem: null }
  try {
    const connection = parseConnectionDescription(policy.connection)
    if (isAllowed(connection, policy)) return { connection, problem: null }
    return none('its address is not among “allowed_base_urls”.')
  } catch (error) {
    const [issue] = error instanceof AppError ? error.issues : []
    return none(issue === undefined ? 'it is not valid.' : `${issue.field}: ${issue.message}`)
  }
}

const none = (why: string) => ({ connection: null, problem: `The firm’s connection is not available: ${why}` })
