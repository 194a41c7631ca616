import {
  type ChangeOutcome,
  editedIn,
  openOutcome,
  outcomeNames,
  putsBack,
  statesOf,
} from '../../../shared/domain/activity.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { foldLetters } from '../../../shared/domain/fold.ts'
import type { JsonFields, Operation, OperationEvent, OperationValues } from '../../../shared/domain/operation.ts'
import { isOpen, valuesOf } from '../../../shared/domain/operation-rules.ts'
import { changesOf, sayState } from '../../../shared/domain/operation-words.ts'
import type { ActivityChange, ActivityEntry, SavedTogether } from '../../../shared/ipc/activity.ts'
import { isAllPaused, prepareIsUndone } from '../ledger/operations.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

/** `later`: the write's values until the next change; null if there was none, `unkept` if they were not recorded. */
type StoredEvent = OperationEvent & { seq: number; json: string; later: string | null }

const unkept = '?'

const eventsSql = (condition: string) => `
  SELECT e.seq, e.at, e.event, e.note, o.json,
    (SELECT coalesce(l.was, '${unkept}') FROM operation_event l
     WHERE l.operation = e.operation AND l.seq > e.seq AND (l.was <> '' OR l.was IS NULL
       AND l.event IN ('changed', 'merged', 'asked', 'decided', 'not-sent')) ORDER BY l.seq LIMIT 1) AS later
  FROM operation_event e JOIN operation o ON o.seq = e.operation
  WHERE ${condition} e.seq < ? ORDER BY e.seq DESC LIMIT ?`

const ofOne = 'e.operation = (SELECT one.seq FROM operation one WHERE one.id = ?) AND'

export function readActivity({ ledger }: Reader, input: InputOf<'outbox', 'activity'>): OutputOf<'outbox', 'activity'> {
  const { before, limit, operation_id, since, until } = input
  const conditions = [
    { sql: ofOne, value: operation_id },
    { sql: 'o.saved_at >= ? AND', value: since },
    { sql: 'o.saved_at < ? AND', value: until },
  ].filter(({ value }) => value !== undefined)
  const found = ledger
    .prepare<unknown[], StoredEvent>(eventsSql(conditions.map(({ sql }) => sql).join(' ')))
    .all(...conditions.map(({ value }) => value), before ?? Number.MAX_SAFE_INTEGER, limit + 1)
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

/** Writes read by one call; a search that finds little goes on with the next call, so that other reads need not wait for it. */
const mostRead = 10_000
/** Writes read by one query. */
const window = 500

type Input = InputOf<'outbox', 'changes'>

/** One page of this device's writes in their latest state, newest first; neighbouring ones of one save are one change. */
export function readChanges({ ledger }: Reader, input: Input): OutputOf<'outbox', 'changes'> {
  const save = input.saved_with === undefined ? null : findSave(ledger, input.saved_with)
  const range = rangeOf(ledger, input)
  const last = save?.seq ?? range.last
  const from = Math.min(input.before ?? last + 1, last + 1)
  const lowest = Math.max(range.first, from - mostRead)
  const rows = prepareRows(ledger, input)
  const toChange = prepareChange(ledger, input)
  const changes: ActivityChange[] = []
  let run: SaveRun | null = null
  const end = () => {
    if (run !== null) changes.push(run.change())
    run = null
  }
  for (let to = from; to > lowest; to = Math.max(lowest, to - window)) {
    for (const { seq, json } of rows(Math.max(lowest, to - window), to)) {
      const operation: Operation = JSON.parse(json)
      if (save !== null && !isSavedWith(operation, save)) continue
      const change = toChange(operation)
      if (change === null) continue
      const id = save === null ? operation.save?.id : undefined
      if (run !== null && id !== undefined && run.id === id) {
        run.add(change)
        continue
      }
      end()
      if (changes.length === input.limit) return { changes, next: seq + 1 }
      run = startRun(id, change)
    }
  }
  end()
  return { changes, next: lowest > range.first ? lowest : null }
}

type SeqRange = { first: number; last: number }

const wholeRange = 'SELECT 0 AS first, coalesce(max(seq), 0) AS last FROM operation'
const timedRange = `SELECT coalesce(min(seq), 0) AS first, coalesce(max(seq), 0) AS last FROM operation
  WHERE saved_at >= @since AND saved_at < @until`

/** The numbers of the first and the last write that were saved in the input's time; 0 if there is none. */
function rangeOf(ledger: ReadableDatabase, { since, until }: Pick<Input, 'since' | 'until'>): SeqRange {
  if (since === undefined && until === undefined) {
    return ledger.prepare<[], SeqRange>(wholeRange).get() ?? { first: 0, last: 0 }
  }
  // Every time sorts between these two texts.
  const time = { since: since ?? '', until: until ?? '9' }
  return ledger.prepare<[typeof time], SeqRange>(timedRange).get(time) ?? { first: 0, last: 0 }
}

/** A save, and the number of the write that it was found by. */
type FoundSave = { id: string | undefined; seq: number }

/** A write from before saves had ids is a save of its own. */
const isSavedWith = (operation: Operation, { id, seq }: FoundSave): boolean =>
  id === undefined ? operation.seq === seq : operation.save?.id === id

/** The save of a write. Two saves never share an id. */
function findSave(ledger: ReadableDatabase, operationId: string): FoundSave {
  const found = ledger.prepare<[string], StoredRow>('SELECT seq, json FROM operation WHERE id = ?').get(operationId)
  const operation: Operation | null = found === undefined ? null : JSON.parse(found.json)
  return { id: operation?.save?.id, seq: found?.seq ?? 0 }
}

type StoredRow = { seq: number; json: string }

/** Reads the writes numbered from `first` to before `end`, newest first, as far as columns can tell. */
function prepareRows(ledger: ReadableDatabase, { action, resource, outcome, since, until }: Input) {
  const parameters: string[] = []
  const is = (column: string, values: readonly string[]) => {
    parameters.push(...values)
    return ` AND ${column} IN (${values.map(() => '?').join(', ')})`
  }
  const compares = (operator: '>=' | '<', time: string) => {
    parameters.push(time)
    return ` AND saved_at ${operator} ?`
  }
  const conditions = [
    action === undefined ? '' : is('action', [action]),
    resource === undefined ? '' : is('resource', [resource]),
    outcome === undefined ? '' : is('state', statesOf[outcome]),
    since === undefined ? '' : compares('>=', since),
    until === undefined ? '' : compares('<', until),
  ]
  const found = ledger.prepare<unknown[], StoredRow>(
    `SELECT seq, json FROM operation WHERE seq >= ? AND seq < ?${conditions.join('')} ORDER BY seq DESC`,
  )
  return (first: number, end: number) => found.all(first, end, ...parameters)
}

/** Returns a write as Activity lists it; null if it does not have the words or the outcome that are searched. */
function prepareChange(ledger: ReadableDatabase, { text = '', outcome }: Input) {
  const words = foldLetters(text).split(/\s+/u).filter(Boolean)
  const outcomeOf = prepareOutcome(ledger)
  const writtenAfter = prepareLastWritten(ledger)
  const held = isAllPaused(ledger)
  return (operation: Operation): ActivityChange | null => {
    const { id, saved_at, action, resource, record_id, title } = operation
    const changes = changesOf(operation)
    const names = foldLetters([title, ...changes.map(({ field }) => fieldName(field))].join('\n'))
    if (!words.every((word) => names.includes(word))) return null
    const found = outcomeOf(operation)
    if (outcome !== undefined && found !== outcome) return null
    const said = isOpen(operation) ? sayState(operation, { held }) : outcomeNames[found]
    const last_written = found === 'sent' && action === 'update' ? writtenAfter(operation) : {}
    const now = { last_written, outcome: found, said, together: null }
    return { operation_id: id, saved_at, action, resource, record_id, title, changes, ...now }
  }
}

/** Returns the values that the latest edits after this one gave to its fields, sent or waiting. */
function prepareLastWritten(ledger: ReadableDatabase): (operation: Operation) => JsonFields {
  const later = ledger
    .prepare<[string, number], string>(
      `SELECT json FROM operation
       WHERE record_id = ? AND seq > ? AND action = 'update' AND state <> 'discarded' ORDER BY seq DESC LIMIT ${mostCompared}`,
    )
    .pluck()
  return ({ record_id, seq, fields }) => {
    const written: JsonFields = {}
    for (const json of later.all(record_id, seq).toReversed()) {
      const { fields: wrote }: Operation = JSON.parse(json)
      for (const [field, value] of Object.entries(wrote)) if (Object.hasOwn(fields, field)) written[field] = value
    }
    return written
  }
}

/** How many later writes of a record are searched for one that undoes a change. */
const mostCompared = 50

function prepareOutcome(ledger: ReadableDatabase): (operation: Operation) => ChangeOutcome {
  const isUndone = prepareIsUndone(ledger)
  const laterWrites = ledger
    .prepare<[string, number], string>(
      `SELECT json FROM operation
       WHERE record_id = ? AND seq > ? AND action = 'update' AND state = 'done' ORDER BY seq LIMIT ${mostCompared}`,
    )
    .pluck()
  /** True if the last of the later writes that are about the same values wrote those before. */
  const isPutBack = (operation: Operation) => {
    if (operation.action !== 'update') return false
    const changes = changesOf(operation)
    const later = laterWrites.all(operation.record_id, operation.seq)
    return later.reduce((known, json) => putsBack(changesOf(JSON.parse(json)), changes) ?? known, false)
  }
  return (operation) => {
    const open = openOutcome(operation)
    if (open !== null) return open
    if (operation.state === 'discarded') return isUndone(operation) ? 'undone' : 'discarded'
    return isPutBack(operation) ? 'put-back' : 'sent'
  }
}

/** Neighbouring writes of one save, while they are read. */
type SaveRun = {
  /** The id of the save; undefined if the write was saved alone. */
  readonly id: string | undefined
  add(change: ActivityChange): void
  /** All of them as one change: the first, and what is known of the others. */
  change(): ActivityChange
}

type Kind = SavedTogether['kinds'][number]
type Outcome = SavedTogether['outcomes'][number]

/** Begins a {@link SaveRun} with its newest write. */
function startRun(id: string | undefined, first: ActivityChange): SaveRun {
  let count = 0
  const kinds = new Map<string, Kind>()
  const outcomes = new Map<Outcome['outcome'], Outcome>()
  const add = (change: ActivityChange) => {
    count += 1
    addKind(kinds, change)
    addOutcome(outcomes, change)
  }
  add(first)
  return {
    id,
    add,
    change() {
      if (count === 1) return first
      return { ...first, together: { count, kinds: [...kinds.values()], outcomes: [...outcomes.values()] } }
    },
  }
}

function addKind(kinds: Map<string, Kind>, { action, resource, title, changes }: ActivityChange) {
  const key = `${action} ${resource}`
  const edited = editedIn(changes)
  const before = kinds.get(key)
  if (before === undefined) {
    kinds.set(key, { action, resource, count: 1, ...edited, title })
    return
  }
  const changed = new Set([before, edited].flatMap(({ fields, cleared }) => without(fields, new Set(cleared))))
  before.count += 1
  before.fields = [...new Set([...before.fields, ...edited.fields])]
  before.cleared = without(before.fields, changed)
  before.title = null
}

const without = (fields: readonly string[], others: ReadonlySet<string>) => fields.filter((field) => !others.has(field))

/** Writes with the same outcome may differ in words, as two refusals do; then the outcome's name says it. */
function addOutcome(outcomes: Map<Outcome['outcome'], Outcome>, { outcome, said }: ActivityChange) {
  const before = outcomes.get(outcome)
  if (before === undefined) {
    outcomes.set(outcome, { outcome, count: 1, said })
    return
  }
  before.count += 1
  if (before.said !== said) before.said = outcomeNames[outcome]
}
