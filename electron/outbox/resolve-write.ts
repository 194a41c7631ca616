import type { JsonFields } from '../../shared/domain/operation.ts'
import { householdOfPrimary, isLocalId } from '../../shared/domain/operation-rules.ts'
import type { Write } from '../../shared/ipc/outbox.ts'
import { notAllowed } from './commits.ts'
import type { OpenOperations } from './open-operations.ts'
import type { DocumentWrite, KnownRecords } from './outbox.ts'

/** A write with local ids replaced by the service's where they are known, and the mirror's knowledge of its record. */
export type ResolvedWrite = { write: Write; known: { title: string | null; record: JsonFields | null } }

type Sources = { records: KnownRecords; book: OpenOperations }

/**
 * @param isTyped - true for the write of a form: its record is read, to compare it with the one that the form was opened with
 * @throws AppError `outbox/not-allowed` when the write is about a record created here that is neither pending nor at the service
 */
export async function resolveWrite(write: Write, sources: Sources, isTyped: boolean): Promise<ResolvedWrite> {
  const { records } = sources
  if (write.action === 'create') {
    if (write.resource === 'households') return { write, known: nothingKnown }
    if (write.resource === 'individuals') {
      const household_id = await present(write.fields.household_id, sources)
      return { write: { ...write, fields: { ...write.fields, household_id } }, known: nothingKnown }
    }
    const parent_id = await present(write.parent_id, sources)
    const title = await records.titleOf('entities', parent_id)
    return { write: { ...write, parent_id }, known: { title, record: null } }
  }
  const record_id = await present(write.record_id, sources)
  if (write.action === 'update') {
    const record = isTyped ? await records.recordOf(write.resource, record_id) : null
    return { write: { ...write, record_id }, known: { title: null, record } }
  }
  const [title, record] = await Promise.all([
    records.titleOf(write.resource, record_id),
    records.recordOf(write.resource, record_id),
  ])
  return { write: { ...write, record_id }, known: { title, record } }
}

/** Like {@link resolveWrite}, for a new document: resolves the household, entity and individual it belongs to. */
export async function resolveDocument({ fields, file }: DocumentWrite, sources: Sources): Promise<DocumentWrite> {
  const { entity_id, individual_id } = fields
  return {
    file,
    fields: {
      ...fields,
      household_id: await present(fields.household_id, sources),
      ...(entity_id === undefined ? {} : { entity_id: await present(entity_id, sources) }),
      ...(individual_id === undefined ? {} : { individual_id: await present(individual_id, sources) }),
    },
  }
}

const nothingKnown = { title: null, record: null } as const

/** A screen may keep using a local id after the service has assigned its own. */
async function present(id: string, { records, book }: Sources): Promise<string> {
  if (!isLocalId(id)) return id
  const local = householdOfPrimary(id) ?? id
  if (book.ofRecord(local).some(({ action }) => action === 'create')) return id
  const serverId = await records.serverIdOf(id)
  if (serverId !== null) return serverId
  throw notAllowed('The new record that this belongs to was discarded.', 'Create the record again first.')
}
