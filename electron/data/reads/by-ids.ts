import type { ReadInput, ReadOutput } from '../connection-store.ts'
import { titlesOf } from '../ledger/places.ts'
import { pendingOf } from '../overlay/pending.ts'
import { listShapes } from './list-shapes.ts'
import type { Reader } from './reader.ts'

/** Complete records by id, with pending writes applied. */
export function recordsByIds(
  reader: Reader,
  { resource, ids }: ReadInput<'records.byIds'>,
): ReadOutput<'records.byIds'> {
  const noted = resource === 'valuations' ? 'entity_id' : 'id'
  const select = reader.mirror.prepare<[string], { json: string; noted: string }>(
    `SELECT json, ${noted} AS noted FROM ${listShapes[resource].table} WHERE id = ?`,
  )
  const records = titlesOf(reader, { resource, ids }).flatMap(({ id, title }) => {
    const found = select.get(id)
    if (!found) return []
    return [{ id, title, record: JSON.parse(found.json), pending: pendingOf(reader.mirror, resource, found.noted) }]
  })
  return { records }
}
