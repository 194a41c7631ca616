import { AppError } from '../../shared/domain/app-error.ts'
import { jsonFields } from '../../shared/domain/operation.ts'
import { isSame, type Json } from '../../shared/lib/json.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'

/** The records that move, or have to be moved by hand, are confirmed as they were shown: a sync may have brought another record since. */
function checkListed(seen: Json, now: Json): void {
  if (isSame(seen, now)) return
  throw new AppError('outbox/list-changed', {
    message: 'What belongs to the record that goes has changed since it was listed.',
    nextStep: 'Read the list again, then type the name again and merge.',
  })
}

/** Records that may be there twice; the reading thread finds them. */
export function createDoublesUseCases(
  runtimes: Pick<Runtimes, 'get'>,
  publish: EventHub['publish'],
): UseCases['doubles'] {
  const inConnection = withConnection(runtimes)
  return {
    list: inConnection(({ store }, asked) => store.read('doubles.list', asked)),
    setApart: inConnection(async ({ store }, pair, { id: connectionId }) => {
      await store.writeLedger('doubles.setApart', pair)
      publish({ type: 'kept', connectionId, what: 'doubles' })
    }),
    compare: inConnection(({ store }, asked) => store.read('doubles.compare', asked)),
    merge: inConnection(async ({ store, outbox }, { keep_id, drop_id, fields, typed, seen }) => {
      const { one, other } = await store.read('doubles.compare', { one_id: keep_id, other_id: drop_id })
      checkListed(seen.listed, { documents: other.documents, roles: other.roles, dates: other.dates })
      const documents = other.documents.map(({ id, name, household_id }) => ({ id, title: name, household_id }))
      const { operation_id, undo } = await outbox.mergeRecords({
        resource: 'individuals',
        keep: { id: keep_id, title: one.confirm, seen: seen.keep },
        drop: { id: drop_id, title: other.confirm, seen: seen.drop },
        ...{ fields: jsonFields.parse(fields), documents, typed },
      })
      return { operation_id, undo }
    }),
    compareHouseholds: inConnection(({ store }, asked) => store.read('doubles.compareHouseholds', asked)),
    mergeHouseholds: inConnection(async ({ store, outbox }, { keep_id, drop_id, fields, typed, seen }) => {
      const { one, other } = await store.read('doubles.compareHouseholds', { one_id: keep_id, other_id: drop_id })
      const { individuals, entities, documents, own } = other
      const listed = { individuals, entities, documents, 'document-summaries': other['document-summaries'], own }
      checkListed(seen.listed, listed)
      const { operation_id, undo } = await outbox.mergeRecords({
        resource: 'households',
        keep: { id: keep_id, title: one.name, seen: seen.keep },
        drop: { id: drop_id, title: other.name, seen: seen.drop },
        ...{ fields: jsonFields.parse(fields), documents: [], typed },
      })
      return { operation_id, undo }
    }),
  }
}
