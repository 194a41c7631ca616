import type { SetAsideRecord } from '../../../shared/ipc/records.ts'
import type { ReadInput, ReadOutput } from '../connection-store.ts'
import { isoTime } from './list.ts'
import type { Reader } from './reader.ts'

const maxJson = 100_000

type StoredRecord = Omit<SetAsideRecord, 'seen_at'> & { seen_at: number }

export function listSetAside(reader: Reader, input: ReadInput<'setAside.list'>): ReadOutput<'setAside.list'> {
  const stored = reader.mirror
    .prepare<[number, number], StoredRecord>(
      `SELECT key, resource, id, field, problem, seen_at, json FROM set_aside
       ORDER BY resource, coalesce(id, ''), key LIMIT ? OFFSET ?`,
    )
    .all(input.limit, input.offset)
  const total = reader.mirror.prepare<[], { n: number }>('SELECT count(*) AS n FROM set_aside').get()?.n ?? 0
  const records = stored.map((record) => ({ ...record, seen_at: isoTime(record.seen_at), json: pretty(record.json) }))
  return { records, total }
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2).slice(0, maxJson)
}
