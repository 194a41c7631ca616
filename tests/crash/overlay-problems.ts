import type { WritableDatabase } from '../../electron/data/open-database.ts'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isOpen } from '../../shared/domain/operation-rules.ts'

type Ledger = { operations: readonly Operation[]; adopted: ReadonlyMap<string, string> }
type Noted = { resource: string; id: string; mark: string | null; operations: string; server_json: string | null }

/** Returns where the mirror shows pending work differently from the ledger, by independent rules. */
export function overlayProblems(mirror: WritableDatabase, { operations, adopted }: Ledger): string[] {
  const expected = new Map<string, Operation[]>()
  for (const operation of operations.filter(isOpen)) {
    const { resource, record_id, parent_id } = operation
    const id = resource === 'valuations' ? (parent_id ?? '') : record_id
    const key = `${resource} ${adopted.get(id) ?? id}`
    expected.set(key, [...(expected.get(key) ?? []), operation])
  }
  const noted = mirror.prepare<[], Noted>("SELECT * FROM overlay WHERE operations <> '[]'").all()
  const found = new Map(noted.map((row) => [`${row.resource} ${row.id}`, row]))
  const surplus = [...found.keys()].filter((key) => !expected.has(key))
  return [
    ...surplus.map((key) => `${key} is marked as pending and is not`),
    ...[...expected].flatMap(([key, ofRecord]) => rowProblems(mirror, key, { ofRecord, row: found.get(key) })),
  ]
}

function rowProblems(
  mirror: WritableDatabase,
  key: string,
  { ofRecord, row }: { ofRecord: Operation[]; row: Noted | undefined },
) {
  if (row === undefined) return [`${key} is pending and not marked`]
  const ids = ofRecord.map(({ id }) => id)
  if (row.operations !== JSON.stringify(ids)) return [`${key} is marked by ${row.operations}, expected ${ids.join()}`]
  const [resource = '', id = ''] = key.split(' ')
  if (ofRecord.some(({ action }) => action === 'delete')) {
    // A sweep may have found the record deleted before its lost answer was looked up.
    const isGone = row.server_json === null && row.mark === null
    return row.mark === 'deleted' || isGone ? [] : [`${key} is to be deleted and marked ${row.mark}`]
  }
  if (resource !== 'individuals' && resource !== 'households') return []
  const json = mirror.prepare<[string], string>(`SELECT json FROM ${resource} WHERE id = ?`).pluck().get(id)
  if (json === undefined) return [`${key} is pending and not shown`]
  const shown = JSON.parse(json) as JsonFields
  const fields: JsonFields = Object.assign({}, ...ofRecord.map((operation) => operation.fields))
  return Object.entries(fields).flatMap(([field, value]) =>
    field === 'household_id' || shown[field] === value
      ? []
      : [`${key}.${field} shows ${String(shown[field])}, pending is ${String(value)}`],
  )
}
