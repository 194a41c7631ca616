import { isoTime } from '../../../shared/domain/days.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import { titlesOf } from '../ledger/screen-state.ts'
import { personName } from '../mirror/record-tables.ts'
import { pendingOf } from '../overlay/open-operations.ts'
import { recordLists } from './list.ts'
import type { OutputOf, Reader } from './reader.ts'
import { findRecord, linkTo, optionalLink, readRecord, relatedRows } from './records.ts'

type ById = { id: string }

export function getHousehold(reader: Reader, { id }: ById): OutputOf<'households', 'get'> {
  const found = readRecord(reader, 'households', id)
  const scope = { household_id: id }
  return {
    ...found,
    title: linkTo(reader, 'households', id).name ?? id,
    owner: linkTo(reader, 'users', found.record.primary_relationship_owner_id),
    individuals: relatedRows(reader, recordLists.individuals, scope),
    entities: relatedRows(reader, recordLists.entities, scope),
    documents: relatedRows(reader, recordLists.documents, scope),
    summaries: relatedRows(reader, recordLists['document-summaries'], scope),
    counts: {
      individuals: reader.counts.of('individuals', 'household_id', id),
      entities: reader.counts.of('entities', 'household_id', id),
      documents: reader.counts.of('documents', 'household_id', id),
      summaries: reader.counts.of('document-summaries', 'household_id', id),
    },
  }
}

export function getIndividual(reader: Reader, { id }: ById): OutputOf<'individuals', 'get'> {
  const found = readRecord(reader, 'individuals', id)
  return {
    ...found,
    title: personName(found.record) || id,
    household: linkTo(reader, 'households', found.record.household_id),
    documents: relatedRows(reader, recordLists.documents, { individual_id: id }),
  }
}

export function getEntity(reader: Reader, { id }: ById): OutputOf<'entities', 'get'> {
  const found = readRecord(reader, 'entities', id)
  const check = reader.mirror
    .prepare<[string], { checked_at: number }>('SELECT checked_at FROM valuation_check WHERE entity_id = ?')
    .get(id)
  const refusal = reader.mirror
    .prepare<[string], { refused_at: number; status: number }>(
      'SELECT refused_at, status FROM valuation_refusal WHERE entity_id = ?',
    )
    .get(id)
  return {
    ...found,
    household: linkTo(reader, 'households', found.record.household_id),
    valuation: findRecord(reader, 'valuations', id, 'entity_id'),
    valuation_checked_at: check ? isoTime(check.checked_at) : null,
    valuation_unanswered: refusal ? { at: isoTime(refusal.refused_at), status: refusal.status } : null,
    observations: observationsOf(reader, id),
    documents: relatedRows(reader, recordLists.documents, { entity_id: id }),
  }
}

export function getValuation(reader: Reader, { id }: ById): OutputOf<'valuations', 'get'> {
  const found = readRecord(reader, 'valuations', id)
  const entity = found.record.entity_id
  const household = reader.mirror
    .prepare<[string], { household_id: string }>('SELECT household_id FROM entities WHERE id = ?')
    .get(entity)
  return {
    ...found,
    entity: linkTo(reader, 'entities', entity),
    household: optionalLink(reader, 'households', household?.household_id),
  }
}

export function getDocument(reader: Reader, { id }: ById): OutputOf<'documents', 'get'> {
  const found = readRecord(reader, 'documents', id)
  return {
    ...found,
    household: linkTo(reader, 'households', found.record.household_id),
    entity: optionalLink(reader, 'entities', found.record.entity_id),
    individual: optionalLink(reader, 'individuals', found.record.individual_id),
    summaries: relatedRows(reader, recordLists['document-summaries'], { document_id: id }),
  }
}

export function getDocumentSummary(reader: Reader, { id }: ById): OutputOf<'documentSummaries', 'get'> {
  const found = readRecord(reader, 'document-summaries', id)
  const review = reader.reviewOf(id)
  return {
    ...found,
    reviewed: review && { ...review, is_current: review.updated_at === found.record.updated_at },
    household: linkTo(reader, 'households', found.record.household_id),
    document: linkTo(reader, 'documents', found.record.document_id),
  }
}

export function getUser(reader: Reader, { id }: ById): OutputOf<'users', 'get'> {
  const found = readRecord(reader, 'users', id)
  return {
    ...found,
    title: personName(found.record) || found.record.email,
    household_count: reader.counts.of('households', 'owner_id', id),
  }
}

type StoredObservation = Omit<OutputOf<'entities', 'get'>['observations'][number], 'observed_at'> & {
  observed_at: number
}

/** Newest first. */
function observationsOf(reader: Reader, entityId: string): OutputOf<'entities', 'get'>['observations'] {
  return reader.ledger
    .prepare<[string], StoredObservation>(
      `SELECT observed_at, valuation_id, effective_date, directly_held_asset_value, total_value
       FROM observed_valuation WHERE entity_id = ? ORDER BY seq DESC LIMIT 500`,
    )
    .all(entityId)
    .map((stored) => ({ ...stored, observed_at: isoTime(stored.observed_at) }))
}

/** A complete record with all pending writes applied. */
type EffectiveRecord = { id: string; title: string; record: JsonFields; pending: PendingWork | null }

/**
 * Complete records by id, with pending writes applied: at most 500 ids, in their order, without records that are not in the
 * mirror. Valuations are identified by their own id.
 */
export function recordsByIds(
  reader: Reader,
  { resource, ids }: { resource: Resource; ids: readonly string[] },
): { records: EffectiveRecord[] } {
  const noted = resource === 'valuations' ? 'entity_id' : 'id'
  const select = reader.mirror.prepare<[string], { json: string; noted: string }>(
    `SELECT json, ${noted} AS noted FROM ${tableOf(resource)} WHERE id = ?`,
  )
  const records = titlesOf(reader, { resource, ids }).flatMap(({ id, title }) => {
    const found = select.get(id)
    if (!found) return []
    return [{ id, title, record: JSON.parse(found.json), pending: pendingOf(reader.mirror, resource, found.noted) }]
  })
  return { records }
}
