import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { isoTime } from './list.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

type Input = InputOf<'changes', 'list'>

type Row = {
  seq: number
  first: number
  resource: Resource
  record_id: string
  household_id: string | null
  title: string
  kind: ObservedChange['kind']
  field: string | null
  before: string | null
  after: string | null
  observed_at: number
  seen_before: number | null
  operation_id: string | null
}

/** Rows read by one call; a search that finds little goes on with the next call, so that other reads need not wait for it. */
const mostRows = 20_000
/** Rows read by one query. */
const window = 1_000

const columns = `c.seq, c.first, c.resource, c.record_id, c.household_id, c.title, c.kind, c.field, c.before, c.after,
  c.observed_at, c.seen_before, (SELECT o.id FROM operation o WHERE o.seq = c.operation) AS operation_id`

const ofAll = `SELECT ${columns} FROM observed_change c WHERE c.seq < @end ORDER BY c.seq DESC LIMIT ${window}`
const ofHousehold = (column: string) =>
  `SELECT * FROM (SELECT ${columns} FROM observed_change c WHERE c.${column} = @household AND c.seq < @end
   ORDER BY c.seq DESC LIMIT ${window})`
/** A record that moved is told in both households. */
const ofOne = `${ofHousehold('household_id')} UNION ${ofHousehold('left_household_id')} ORDER BY seq DESC LIMIT ${window}`

/** One page of the changes that this computer saw, newest first; rows of one record at one moment are one change. */
export function readObservedChanges(reader: Reader, input: Input): OutputOf<'changes', 'list'> {
  const isMeant = filterOf(reader, input)
  const toChange = changeReader(reader)
  const changes: ObservedChange[] = []
  let group: Row[] = []
  let read = 0
  const end = () => {
    const rows = group.toReversed()
    group = []
    if (rows.length > 0 && isMeant(rows)) changes.push(toChange(rows))
  }
  for (const row of newestFirst(reader, input)) {
    if (group[0] && group[0].first !== row.first) {
      end()
      const isFull = changes.length === input.limit || read >= mostRows
      if (isFull) return { changes, next: row.seq + 1 }
    }
    group.push(row)
    read += 1
  }
  end()
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

function filterOf(reader: Reader, input: Input): (rows: readonly Row[]) => boolean {
  const { owner_id, resource, kind, field, others_only } = input
  const owned = householdsOf(reader, owner_id)
  return (rows) => {
    const [row] = rows
    if (row === undefined) return false
    if (owned !== null && !(row.household_id !== null && owned.has(row.household_id))) return false
    if (resource !== undefined && row.resource !== resource) return false
    if (kind !== undefined && row.kind !== kind) return false
    if (field !== undefined && !rows.some((one) => one.field === field)) return false
    return !(others_only && rows.every(({ operation_id }) => operation_id !== null))
  }
}

type ChangedHouseholds = OutputOf<'changes', 'households'>

/** Households with changes since a moment, the latest first, without this computer's own. */
export function readChangedHouseholds(reader: Reader, input: InputOf<'changes', 'households'>): ChangedHouseholds {
  const { owner_id, since, limit } = input
  const owned = householdsOf(reader, owner_id)
  const found = new Map<string, { changes: Set<number>; resources: Set<Resource>; newest: number }>()
  let read = 0
  for (const row of newestFirst(reader, { household_id: null, before: null, since })) {
    read += 1
    const { household_id: id, operation_id, first, resource, observed_at } = row
    if (id !== null && operation_id === null && (owned === null || owned.has(id))) {
      const household = found.get(id) ?? { changes: new Set(), resources: new Set(), newest: observed_at }
      household.changes.add(first)
      household.resources.add(resource)
      found.set(id, household)
    }
    if (read >= mostRows) break
  }
  const titleOf = householdTitles(reader)
  const households = [...found].slice(0, limit).map(([id, { changes, resources, newest }]) => ({
    household: { id, name: titleOf(id) },
    changes: changes.size,
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

function changeReader(reader: Reader): (rows: readonly Row[]) => ObservedChange {
  const titleOf = householdTitles(reader)
  return (rows) => {
    const [row] = rows
    if (row === undefined) throw new Error('A change has at least one row.')
    const { first, resource, record_id, household_id, title, kind, observed_at, seen_before } = row
    return {
      number: first,
      resource,
      record_id,
      title,
      household: household_id === null ? null : { id: household_id, name: titleOf(household_id) },
      kind,
      fields: rows.flatMap(({ field, before, after, operation_id }) =>
        field === null
          ? []
          : [{ field, before: JSON.parse(before ?? 'null'), after: JSON.parse(after ?? 'null'), operation_id }],
      ),
      observed_at: isoTime(observed_at),
      seen_before: seen_before === null ? null : isoTime(seen_before),
      own: rows.every(({ operation_id }) => operation_id !== null),
    }
  }
}
