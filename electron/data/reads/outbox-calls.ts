import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import type { ContractInputs, ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import type { Resource } from '../../../shared/service/resource.ts'

type Procedure<Name extends keyof ContractInputs['outbox'] & keyof ContractOutputs['outbox']> = {
  input: Omit<ContractInputs['outbox'][Name], 'connectionId'>
  output: ContractOutputs['outbox'][Name]
}

/** A whole record as it will be once every write is done. */
export type EffectiveRecord = { id: string; title: string; record: JsonFields; pending: PendingWork | null }

/** What the reader answers about writes; a step is seen as soon as its commit resolved. */
export type OutboxReads = {
  'outbox.counts': Procedure<'counts'>
  'outbox.list': Procedure<'list'>
  'outbox.get': Procedure<'get'>
  'outbox.activity': Procedure<'activity'>
  'outbox.allPaused': Procedure<'allPaused'>
  'outbox.serverIdOf': Procedure<'serverIdOf'>
  'outbox.entityDependents': Procedure<'entityDependents'>
  /** Everything that is neither done nor discarded, in the order it was made. */
  'outbox.unsent': { input: Record<string, never>; output: Operation[] }
  /** At most 500 ids; in their order, what is not in the mirror left out. Valuations go by their own id. */
  'records.byIds': { input: { resource: Resource; ids: readonly string[] }; output: { records: EffectiveRecord[] } }
}
