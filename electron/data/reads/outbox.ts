import { AppError } from '../../../shared/domain/app-error.ts'
import type { Operation, OperationEvent } from '../../../shared/domain/operation.ts'
import { waitsFor } from '../../../shared/domain/operation-rules.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { isAllPaused, openOperations, prepareIsUndone } from '../ledger/operations.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'
import { notInMirror } from './records.ts'

/** Numbers of unsent writes, and of those that need a decision. */
export function readCounts({ ledger }: Reader): OutputOf<'outbox', 'counts'> {
  const counts = ledger.prepare<[], { open: number; attention: number }>(
    'SELECT count(*) AS open, coalesce(sum(attention), 0) AS attention FROM operation WHERE is_open = 1',
  )
  return counts.get() ?? { open: 0, attention: 0 }
}

const listSql = {
  open: 'SELECT json FROM operation WHERE is_open = 1 ORDER BY seq LIMIT ? OFFSET ?',
  closed: 'SELECT json FROM operation WHERE is_open = 0 ORDER BY changed_at DESC, seq DESC LIMIT ? OFFSET ?',
} as const

type OpenRow = Pick<Operation, 'id' | 'seq' | 'action' | 'resource' | 'record_id' | 'parent_id'> & {
  individual_id: string | null
}

/** Returns the id of the operation that an open operation waits for, by the outbox's own rule. */
function readWaits(ledger: ReadableDatabase): (operation: Operation) => string | null {
  const stored = ledger.prepare<[], OpenRow>(
    `SELECT id, seq, action, resource, record_id, parent_id,
       CASE WHEN resource = 'documents' THEN json ->> '$.fields.individual_id' END AS individual_id
     FROM operation WHERE is_open = 1 ORDER BY seq`,
  )
  const rows = stored.all().map(({ individual_id, ...row }) => ({ ...row, fields: { individual_id } }))
  const byRecord = Map.groupBy(rows, ({ record_id }) => record_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ({ id }) => {
    const row = byId.get(id)
    return row ? (waitsFor(row, (recordId) => byRecord.get(recordId) ?? [])?.id ?? null) : null
  }
}

export function listOperations({ ledger }: Reader, input: InputOf<'outbox', 'list'>): OutputOf<'outbox', 'list'> {
  const { show, offset, limit } = input
  const found = ledger.prepare<[number, number], string>(listSql[show]).pluck().all(limit, offset)
  const count = ledger.prepare<[number], number>('SELECT count(*) FROM operation WHERE is_open = ?').pluck()
  const waits = show === 'open' ? readWaits(ledger) : () => null
  const isUndone = prepareIsUndone(ledger)
  const operations = found.map((json): ListedOperation => {
    const operation: Operation = JSON.parse(json)
    const undone = operation.state === 'discarded' && isUndone(operation)
    return { ...operation, waits_for: waits(operation), ...(undone ? { undone } : {}) }
  })
  return { operations, total: count.get(show === 'open' ? 1 : 0) ?? 0 }
}

/** One write with its events. @throws AppError `outbox/not-found` */
export function getOperation({ ledger }: Reader, { id }: InputOf<'outbox', 'get'>): OutputOf<'outbox', 'get'> {
  const found = ledger
    .prepare<[string], { seq: number; json: string }>('SELECT seq, json FROM operation WHERE id = ?')
    .get(id)
  if (found === undefined) {
    throw new AppError('outbox/not-found', {
      message: 'This change is not in the outbox of this computer.',
      nextStep: 'Go back to the outbox.',
    })
  }
  const history = ledger
    .prepare<[number], OperationEvent>('SELECT at, event, note FROM operation_event WHERE operation = ? ORDER BY seq')
    .all(found.seq)
  const operation: Operation = JSON.parse(found.json)
  const undone = operation.state === 'discarded' && prepareIsUndone(ledger)(operation)
  return {
    operation: { ...operation, waits_for: readWaits(ledger)(operation), ...(undone ? { undone } : {}) },
    history,
  }
}

export const readAllPaused = ({ ledger }: Reader): OutputOf<'outbox', 'allPaused'> => ({ paused: isAllPaused(ledger) })

export const readUnsent = ({ ledger }: Reader): Operation[] => openOperations(ledger)

/** The id that the service gave a record created here; null if it has none yet. */
export function serverIdOf(
  { ledger }: Reader,
  { record_id }: InputOf<'outbox', 'serverIdOf'>,
): OutputOf<'outbox', 'serverIdOf'> {
  const found = ledger.prepare<[string], string>('SELECT server_id FROM adopted WHERE local_id = ?').pluck()
  return { server_id: found.get(record_id) ?? null }
}

/** @throws AppError `record/not-found`. */
export function entityDependents(
  { mirror }: Reader,
  { id }: InputOf<'outbox', 'entityDependents'>,
): OutputOf<'outbox', 'entityDependents'> {
  const title = mirror.prepare<[string], string>('SELECT title FROM entities WHERE id = ?').pluck().get(id)
  if (title === undefined) throw notInMirror()
  const valuation = mirror.prepare('SELECT 1 FROM valuations WHERE entity_id = ?').get(id) !== undefined
  const documents = mirror
    .prepare<[string], { id: string; title: string }>(
      'SELECT id, title FROM documents WHERE entity_id = ? ORDER BY title_sort, id',
    )
    .all(id)
  const summaries = mirror
    .prepare<[string], number>(
      `SELECT count(*) FROM document_summaries
       WHERE document_id IN (SELECT d.id FROM documents d WHERE d.entity_id = ?)`,
    )
    .pluck()
  return { title, valuation, documents, summaries: summaries.get(id) ?? 0 }
}
