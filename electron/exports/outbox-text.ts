import { resourceNames } from '../../shared/domain/names.ts'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import type { ActivityEntry } from '../../shared/ipc/activity.ts'
import { type Cell, textCell } from './cell.ts'
import { csvText } from './csv-table.ts'

/** All unsent writes: as JSON exactly as stored, or as CSV with one line per field. */
export async function unsentAsText(operations: readonly Operation[], format: 'csv' | 'json'): Promise<string> {
  if (format === 'json') return `${JSON.stringify(operations, null, 2)}\n`
  const rows = operations.flatMap((operation) => {
    const { saved_at, action, resource, title, record_id, parent_id, state, problem } = operation
    const about = [
      time(saved_at),
      ...[action, resourceNames[resource].one, title, record_id, parent_id ?? ''].map(textCell),
      ...[state, problem?.message ?? ''].map(textCell),
    ]
    const changes = changesOf(operation)
    return (changes.length > 0 ? changes : [['', '', '']]).map((change) => [...about, ...change.map(textCell)])
  })
  return csvText([...headers.slice(0, 6), 'State', 'Problem', 'Field', 'Before', 'After'], rows)
}

/**
 * The history of writes, newest first.
 *
 * @param by - who made them: a connection belongs to one user or to the organization
 */
export async function activityAsText(
  entries: readonly ActivityEntry[],
  { format, by }: { format: 'csv' | 'json'; by: string },
): Promise<string> {
  if (format === 'json') return `${JSON.stringify({ by, entries }, null, 2)}\n`
  const rows = entries.map(({ at, event, note, action, resource, title, record_id, changes }) => [
    time(at),
    textCell(by),
    ...[action, resource, title, record_id, event, note].map(textCell),
    textCell(
      changes === null
        ? 'Not kept'
        : changes.map(({ field, before, after }) => `${field}: ${shown(before)} → ${shown(after)}`).join('\n'),
    ),
  ])
  return csvText(['Time', 'By', 'Action', 'Kind', 'Record', 'Record ID', 'Event', 'Note', 'Changes'], rows)
}

const headers = ['Saved', 'Action', 'Kind', 'Record', 'Record ID', 'Belongs to'] as const

const time = (text: string): Cell => ({ kind: 'time', text })

const shown = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function changesOf({ fields, base }: { fields: JsonFields; base: JsonFields | null }): string[][] {
  return Object.entries(fields).map(([field, after]) => [field, shown(base?.[field]), shown(after)])
}
