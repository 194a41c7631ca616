import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createOpenOperations, type OpenOperations } from '../../../electron/outbox/operations.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { localId, localPrimaryId } from '../../../shared/domain/operation-rules.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { aCreate, uuid } from './operations.ts'

const states = ['queued', 'failed', 'done', 'discarded'] as const

const primary = (household: number) => localPrimaryId(localId('households', uuid(household)), 0) ?? ''

/** One of a few operations in any state, about one of a few records. */
const anOperation = fc
  .record({
    at: fc.nat(7),
    state: fc.constantFrom(...states),
    record: fc.constantFrom(0, 1, 2, 3, 'primary_0', 'primary_1'),
    person: fc.option(fc.nat(2)),
    parent: fc.option(fc.nat(2)),
    title: fc.constantFrom('One', 'Two'),
    resource: fc.constantFrom('households' as const, 'individuals' as const),
  })
  .map(({ at, state, record, parent, person, title, resource }) =>
    aCreate({
      ...{ id: `op_${at}`, seq: at + 1, state, title, resource },
      record_id: typeof record === 'number' ? `record_${record}` : primary(Number(record.at(-1))),
      fields: person === null ? {} : { individual_id: `person_${person}` },
      parent_id: parent === null ? null : `parent_${parent}`,
    }),
  )

/** Everything that can be read. */
function contentOf(operations: OpenOperations) {
  return {
    all: [...operations.all()].map(({ id }) => id).toSorted(),
    found: Array.from({ length: 8 }, (_, at) => operations.get(`op_${at}`)),
    records: Array.from({ length: 4 }, (_, at) => operations.ofRecord(`record_${at}`)),
    parents: Array.from({ length: 3 }, (_, at) => operations.ofParent(`parent_${at}`)),
    about: Array.from({ length: 3 }, (_, at) => operations.aboutPerson(`person_${at}`)),
    primaries: Array.from({ length: 2 }, (_, at) => operations.ofItsPrimaries(localId('households', uuid(at)))),
    titles: ['One', 'Two'].map((title) => operations.newHouseholds(title)),
    size: operations.size,
    attention: operations.attention,
  }
}

it('are in a draft what they would be with the same changes, and stay as they were without it', () => {
  const changes = fc.array(anOperation, { maxLength: 20 })
  fc.assert(
    fc.property(changes, changes, changes, (before, first, second) => {
      const operationsOf = (...all: readonly Operation[]) => {
        const operations = createOpenOperations()
        for (const one of all) operations.put(one)
        return operations
      }
      const operations = operationsOf(...before)
      const draft = operations.draft()
      for (const one of first) draft.put(one)
      const further = draft.draft()
      for (const one of second) further.put(one)
      expect(contentOf(operations)).toEqual(contentOf(operationsOf(...before)))
      expect(contentOf(draft)).toEqual(contentOf(operationsOf(...before, ...first)))
      expect(contentOf(further)).toEqual(contentOf(operationsOf(...before, ...first, ...second)))
    }),
    propertyRuns(300),
  )
})
