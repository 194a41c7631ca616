import type { BulkResource } from '../../shared/ipc/bulk.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { ReadOutput } from '../data/reads/read.ts'

/** Ids per read. */
const most = 500

export type EffectiveRecord = ReadOutput<'records.byIds'>['records'][number]

/** Whole records including their pending edits, by id; records that are not in the mirror are omitted. */
export async function readEffective(
  store: ConnectionStore,
  resource: BulkResource,
  ids: readonly string[],
): Promise<Map<string, EffectiveRecord>> {
  const found = new Map<string, EffectiveRecord>()
  for (let at = 0; at < ids.length; at += most) {
    const { records } = await store.read('records.byIds', { resource, ids: ids.slice(at, at + most) })
    for (const record of records) found.set(record.id, record)
  }
  return found
}
