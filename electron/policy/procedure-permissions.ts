import type { FirmPolicy } from '../../shared/domain/policy.ts'
import {
  type ForbiddingSetting,
  forbiddingSetting,
  type Permission,
  permissions,
} from '../../shared/domain/policy-permissions.ts'
import { procedureMeta, procedureMetas } from '../../shared/ipc/contract.ts'
import { refuseForbidden } from './refusals.ts'

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
