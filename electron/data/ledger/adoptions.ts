import type { Operation } from '../../../shared/domain/operation.ts'
import { localPrimaryId } from '../../../shared/domain/operation-rules.ts'
import { household } from '../../../shared/service/household.ts'
import { primaryIndividualCreate } from '../../../shared/service/writes.ts'
import type { Result } from './results.ts'

/** A record that was created here, and the id that the service gave it. */
export type Adoption = { localId: string; serverId: string }

/** The ids in a step for records that were created here: created records, and individuals created with their household. */
export function adoptionsOf(operations: readonly Operation[], results: readonly Result[]): Adoption[] {
  return operations.flatMap((operation) => {
    const { action, resource, state, record_id, server_id } = operation
    if (action !== 'create' || state !== 'done' || server_id === null) return []
    const own: Adoption = { localId: record_id, serverId: server_id }
    return resource === 'households' ? [own, ...adoptedPrimaries(operation, server_id, results)] : [own]
  })
}

/** Matched by name, each once; individuals with the same name are matched by position. */
function adoptedPrimaries(operation: Operation, serverId: string, results: readonly Result[]): Adoption[] {
  const json = results.find(({ resource, id }) => resource === 'households' && id === serverId)?.json
  const answered = household.safeParse(json ? JSON.parse(json) : null)
  const sent = operation.fields.primary_individuals
  if (!answered.success || !Array.isArray(sent)) return []
  const left = [...(answered.data.primary_individuals ?? [])]
  return sent.flatMap((person, index) => {
    const named = primaryIndividualCreate.safeParse(person).data
    const at = left.findIndex((one) => one.first_name === named?.first_name && one.last_name === named.last_name)
    const localId = localPrimaryId(operation.record_id, index)
    const [found] = at < 0 ? [] : left.splice(at, 1)
    return found && localId !== null ? [{ localId, serverId: found.id }] : []
  })
}
