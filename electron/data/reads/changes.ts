import { isoTime } from '../../../shared/domain/days.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { StoredField } from '../ledger/changes.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

type Input = InputOf<'changes', 'list'>

type Row = {
  seq: number
  resource: Resource
  record_id: string
  household_id: string | null
  title: string
  kind: ObservedChange['kind']
  fields: string
  operation: number | null
  is_own: number
  observed_at: number
  seen_before: number | null
}

/** Rows read by one call; a search that finds little goes on with the next call, so that other reads need not wait for it. */
const mostRows = 20_000
/** Rows read by one query. */
const window = 1_000

const columns = `seq, resource, record_id, household_id, title, kind, fields, operation, is_own, observed_at, seen_before`

const ofAll = `SELECT ${columns} FROM observed_change WHERE seq < @end ORDER BY seq DESC LIMIT ${window}`
const ofHousehold = (column: string) =>
  `SELECT * FROM (SELECT ${columns} FROM observed_change WHERE ${column} = @household AND seq < @end
   ORDER BY seq DESC LIMIT ${window})`
/** A record that moved is listed in both households. */
const ofOne = `${ofHousehold('household_id')} UNION ALL ${ofHousehold('left_household_id')} ORDER BY seq DESC LIMIT ${window}`

/** One page of the changes that this computer saw, newest first. */
export function readObservedChanges(reader: Reader, input: Input): OutputOf<'changes', 'list'> {
  const isMeant = filterOf(reader, input)
  const toChange = changeReader(reader)
  const changes: ObservedChange[] = []
  let read = 0
  for (const row of newestFirst(reader, input)) {
    if (changes.length === input.limit || read >= mostRows) return { changes, next: row.seq + 1 }
    if (isMeant(row)) changes.push(toChange(row))
    read += 1
  }
  return { changes, next: null }
}

type Range = Pick<Input, 'household_id' | 'before' | 'since'>

function* newestFirst({ ledger }: Reader, { household_id: household, before, since }: Range): Generator<Row> {
  const statement = ledger.prepare<[{ end: number; household: string | null }], Row>(household === null ? ofAll : ofOne)
  const from = since === undefined ? 0 : Date.parse(since)
  for (let end = before ?? Number.MAX_SAFE_INTEGER; ; ) {
    const rows = statement.all({ end, household })
    for (const row of rows) {
      // Clocks may be set back, so an older row is passed over and does not end the search; a day's margin is enough.
      if (row.observed_at < from - 86_400_000) return
      if (row.observed_at >= from) yield row
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < window) return
    end = last.seq
  }
}

/** The households of a user; null means all. */
function householdsOf({ mirror }: Reader, ownerId: string | null): ReadonlySet<string> | null {
  if (ownerId === null) return null
  return new Set(mirror.prepare<[string], string>('SELECT id FROM households WHERE owner_id = ?').pluck().all(ownerId))
}

function filterOf(reader: Reader, input: Input): (row: Row) => boolean {
  const { owner_id, resource, kind, field, others_only } = input
  const owned = householdsOf(reader, owner_id)
  return (row) => {
    if (owned !== null && !(row.household_id !== null && owned.has(row.household_id))) return false
    if (resource !== undefined && row.resource !== resource) return false
    if (kind !== undefined && row.kind !== kind) return false
    if (field !== undefined && !fieldsOf(row).some((one) => one.field === field)) return false
    return !(others_only && row.is_own === 1)
  }
}

const fieldsOf = ({ fields }: Row): StoredField[] => JSON.parse(fields)

type ChangedHouseholds = OutputOf<'changes', 'households'>

/** Households with changes since a moment, the latest first, without this computer's own. */
export function readChangedHouseholds(reader: Reader, input: InputOf<'changes', 'households'>): ChangedHouseholds {
  const { owner_id, since, limit } = input
  const owned = householdsOf(reader, owner_id)
  const found = new Map<string, { changes: number; resources: Set<Resource>; newest: number }>()
  let read = 0
  for (const row of newestFirst(reader, { household_id: null, before: null, since })) {
    read += 1
    const { household_id: id, is_own, resource, observed_at } = row
    if (id !== null && is_own === 0 && (owned === null || owned.has(id))) {
      const household = found.get(id) ?? { changes: 0, resources: new Set(), newest: observed_at }
      household.changes += 1
      household.resources.add(resource)
      found.set(id, household)
    }
    if (read >= mostRows) break
  }
  const titleOf = householdTitles(reader)
  const households = [...found].slice(0, limit).map(([id, { changes, resources, newest }]) => ({
    household: { id, name: titleOf(id) },
    changes,
    resources: [...resources],
    newest_at: isoTime(newest),
  }))
  return { households, more: found.size > limit || read >= mostRows }
}

/** The name of a household; '' if it is gone. */
function householdTitles({ mirror }: Reader): (id: string) => string {
  const title = mirror.prepare<[string], string>('SELECT title FROM households WHERE id = ?').pluck()
  return (id) => title.get(id) ?? ''
}

function changeReader(reader: Reader): (row: Row) => ObservedChange {
  const titleOf = householdTitles(reader)
  const operationId = operationIds(reader)
  return (row) => {
    const { seq, resource, record_id, household_id, title, kind, operation, observed_at, seen_before, is_own } = row
    return {
      number: seq,
      resource,
      record_id,
      title,
      household: household_id === null ? null : { id: household_id, name: titleOf(household_id) },
      kind,
      fields: fieldsOf(row).map(({ operation: own, ...field }) => ({ ...field, operation_id: operationId(own) })),
      operation_id: operationId(operation),
      observed_at: isoTime(observed_at),
      seen_before: seen_before === null ? null : isoTime(seen_before),
      own: is_own === 1,
    }
  }
}

/** The id of an own write, by its number. */
function operationIds({ ledger }: Reader): (seq: number | null) => string | null {
  const id = ledger.prepare<[number], string>('SELECT id FROM operation WHERE seq = ?').pluck()
  return (seq) => (seq === null ? null : (id.get(seq) ?? null))
}
