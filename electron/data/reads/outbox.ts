import { AppError } from '../../../shared/domain/app-error.ts'
import type { Operation, OperationEvent } from '../../../shared/domain/operation.ts'
import { type OperationValues, valuesOf } from '../../../shared/domain/operation-values.ts'
import type { ActivityEntry, ListedOperation } from '../../../shared/ipc/outbox.ts'
import { isAllPaused, openOperations } from '../ledger/operations.ts'
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

export function listOperations({ ledger }: Reader, input: InputOf<'outbox', 'list'>): OutputOf<'outbox', 'list'> {
  const { show, offset, limit } = input
  const found = ledger.prepare<[number, number], string>(listSql[show]).pluck().all(limit, offset)
  const count = ledger.prepare<[number], number>('SELECT count(*) FROM operation WHERE is_open = ?').pluck()
  const waits = show === 'open' ? readWaits(ledger) : () => null
  const operations = found.map((json): ListedOperation => {
    const operation: Operation = JSON.parse(json)
    return { ...operation, waits_for: waits(operation.id) }
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
  return { operation: { ...JSON.parse(found.json), waits_for: readWaits(ledger)(id) }, history }
}

/** `later`: the write's values until the next change; null if there was none, `unkept` if they were not recorded. */
type StoredEvent = OperationEvent & { seq: number; json: string; later: string | null }

const unkept = '?'

export function readActivity({ ledger }: Reader, input: InputOf<'outbox', 'activity'>): OutputOf<'outbox', 'activity'> {
  const { before, limit } = input
  const found = ledger
    .prepare<[number, number], StoredEvent>(
      `SELECT e.seq, e.at, e.event, e.note, o.json,
         (SELECT coalesce(l.was, '${unkept}') FROM operation_event l
          WHERE l.operation = e.operation AND l.seq > e.seq AND (l.was <> '' OR l.was IS NULL
            AND l.event IN ('changed', 'merged', 'asked', 'decided', 'not-sent')) ORDER BY l.seq LIMIT 1) AS later
       FROM operation_event e JOIN operation o ON o.seq = e.operation
       WHERE e.seq < ? ORDER BY e.seq DESC LIMIT ?`,
    )
    .all(before ?? Number.MAX_SAFE_INTEGER, limit + 1)
  const shown = found.slice(0, limit)
  return { entries: shown.map(toEntry), next: found.length > limit ? (shown.at(-1)?.seq ?? null) : null }
}

function toEntry({ at, event, note, json, later }: StoredEvent): ActivityEntry {
  const operation: Operation = JSON.parse(json)
  const { id, action, resource, record_id } = operation
  const isKept = later !== null && later !== unkept
  const { title, changes }: OperationValues = isKept ? JSON.parse(later) : valuesOf(operation)
  const about = { operation_id: id, at, event, note, action, resource, record_id, title }
  return { ...about, changes: later === unkept ? null : changes }
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

type OpenRow = { id: string; action: string; record_id: string; parent_id: string | null }

/**
 * The operation that each open operation waits for: the first one on the same record, else the creation of the record it belongs
 * to. Individuals created with a new household belong to it.
 */
function readWaits(ledger: ReadableDatabase): (operationId: string) => string | null {
  const waits = new Map<string, string>()
  const first = new Map<string, string>()
  const makers = new Map<string, string>()
  const rows = ledger.prepare<[], OpenRow>(
    'SELECT id, action, record_id, parent_id FROM operation WHERE is_open = 1 ORDER BY seq',
  )
  for (const { id, action, record_id, parent_id } of rows.all()) {
    const awaited = first.get(record_id) ?? makers.get(parent_id ?? householdOf(record_id) ?? '')
    if (awaited !== undefined) waits.set(id, awaited)
    if (!first.has(record_id)) first.set(record_id, id)
    if (action === 'create') makers.set(record_id, id)
  }
  return (operationId) => waits.get(operationId) ?? null
}

const ofHousehold = /^client_profile_(local_[0-9a-f-]{36})_\d+$/

function householdOf(recordId: string): string | null {
  const [, uuid] = ofHousehold.exec(recordId) ?? []
  return uuid === undefined ? null : `household_${uuid}`
}
