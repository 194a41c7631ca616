import type { SetAsideRecord } from '../../../shared/ipc/records.ts'
import type { ReadInput, ReadOutput } from '../connection-store.ts'
import { isoTime } from './list.ts'
import type { Reader } from './reader.ts'

const maxJson = 100_000

type StoredRecord = Omit<SetAsideRecord, 'seen_at'> & { seen_at: number }

/**
 * The order is that of the index `set_aside_by_id`: rows before a page are skipped in the index, and the records themselves,
 * which may be long, are read only for the page.
 */
export const quarantinePage = `
  SELECT key, resource, id, field, problem, seen_at, json FROM set_aside
  WHERE rowid IN (SELECT rowid FROM set_aside ORDER BY resource, id, rowid LIMIT ? OFFSET ?)
  ORDER BY resource, id, rowid`

export function listQuarantined(reader: Reader, input: ReadInput<'setAside.list'>): ReadOutput<'setAside.list'> {
  const stored = reader.mirror.prepare<[number, number], StoredRecord>(quarantinePage).all(input.limit, input.offset)
  const total = reader.mirror.prepare<[], { n: number }>('SELECT count(*) AS n FROM set_aside').get()?.n ?? 0
  const records = stored.map((record) => ({ ...record, seen_at: isoTime(record.seen_at), json: pretty(record.json) }))
  return { records, total }
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2).slice(0, maxJson)
}
