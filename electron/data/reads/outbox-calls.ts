import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import type { ContractInputs, ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import type { Resource } from '../../../shared/service/resource.ts'

type Procedure<Name extends keyof ContractInputs['outbox'] & keyof ContractOutputs['outbox']> = {
  input: Omit<ContractInputs['outbox'][Name], 'connectionId'>
  output: ContractOutputs['outbox'][Name]
}

/** A complete record with all pending writes applied. */
export type EffectiveRecord = { id: string; title: string; record: JsonFields; pending: PendingWork | null }

/** The reader's answers about writes; a step is visible as soon as its commit has resolved. */
export type OutboxReads = {
  'outbox.counts': Procedure<'counts'>
  'outbox.list': Procedure<'list'>
  'outbox.get': Procedure<'get'>
  'outbox.activity': Procedure<'activity'>
  'outbox.allPaused': Procedure<'allPaused'>
  'outbox.serverIdOf': Procedure<'serverIdOf'>
  'outbox.entityDependents': Procedure<'entityDependents'>
  /** Operations that are neither done nor discarded, in the order they were made. */
  'outbox.unsent': { input: Record<string, never>; output: Operation[] }
  /** At most 500 ids; in their order, without records that are not in the mirror. Valuations are identified by their own id. */
  'records.byIds': { input: { resource: Resource; ids: readonly string[] }; output: { records: EffectiveRecord[] } }
}
