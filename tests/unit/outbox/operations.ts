import { createOpenOperations, type PlanContext } from '../../../electron/outbox/operations.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { localId } from '../../../shared/domain/operation-rules.ts'
import { operationDouble } from '../../doubles/operation.ts'

const { waits_for: _waits, ...plain } = operationDouble

export const at = '2026-11-21T12:00:00.000Z'

export const uuid = (nth: number): string => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`

/** Returns an edit of an individual, unless told otherwise. */
export const anOperation = (change: Partial<Operation> = {}): Operation => ({
  ...plain,
  resource: 'individuals',
  record_id: 'client_profile_1',
  title: 'Ada Test',
  fields: { city: 'Oslo' },
  base: { id: 'client_profile_1', city: 'Bern', suffix: 'Jr.' },
  ...change,
})

/** Returns the creation of an individual in household_1, unless told otherwise. */
export const aCreate = (change: Partial<Operation> = {}): Operation =>
  anOperation({
    action: 'create',
    record_id: localId('individuals', uuid(1)),
    parent_id: 'household_1',
    fields: { first_name: 'Ada', last_name: 'Test', household_id: 'household_1' },
    base: null,
    ...change,
  })

export function contextOf(operations: readonly Operation[], known: Partial<PlanContext['known']> = {}): PlanContext {
  let nth = 100
  let seq = 100
  return {
    operations: createOpenOperations(operations),
    at,
    newId: () => {
      nth += 1
      return uuid(nth)
    },
    nextSeq: () => {
      seq += 1
      return seq
    },
    known: { title: null, record: null, ...known },
  }
}

export const bytes = (value: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
