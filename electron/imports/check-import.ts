import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createHouseholdFinder, type FindHousehold } from '../../shared/domain/import/find-household.ts'
import type { ImportPart } from '../../shared/domain/import/import-fields.ts'
import { readColumns } from '../../shared/domain/import/import-questions.ts'
import { createHouseholdParser } from '../../shared/domain/import/parse-households.ts'
import { createIndividualParser } from '../../shared/domain/import/parse-individuals.ts'
import type { ParsedHousehold, ParsedIndividual, ParsedRow, Reading } from '../../shared/domain/import/parsed-rows.ts'
import { cut } from '../../shared/domain/import/read-cell.ts'
import type { KnownPerson } from '../../shared/domain/import/same-person.ts'
import type { ImportPlan, ImportSummary } from '../../shared/ipc/imports.ts'
import type { ImportTable } from './import-table.ts'
import type { Known } from './known-records.ts'
import { addChanges, type Changing, changesSomething } from './row-changes.ts'

export type ImportTables = { households: ImportTable | null; individuals: ImportTable | null }
export type CheckedImport = {
  households: (ParsedHousehold & Changing)[]
  individuals: (ParsedIndividual & Changing)[]
  /** Identifies the check that the user agreed to: which rows are valid, what they become, and where they are saved. */
  fingerprint: string
}

/** Rows checked before other work on this thread gets a turn. */
const rowsAtOnce = 100

export type CheckOptions = { tables: ImportTables; plan: ImportPlan; known: Known; today: string; signal: AbortSignal }

/** Checks every row of both files, households first, and yields the number of checked rows. Returns null if `signal` aborts. */
export async function* checkImport(options: CheckOptions): AsyncGenerator<number, CheckedImport | null> {
  const { tables, known, plan, signal } = options
  const existing = { update: plan.existing === 'update', emptyClears: plan.empty_clears }
  const households: ParsedHousehold[] = []
  const individuals: ParsedIndividual[] = []
  const reading = readingOf(options, 'households')
  if (tables.households && reading) {
    const parse = createHouseholdParser(reading, { known, defaultOwner: plan.default_owner_id, existing })
    for (const row of tables.households.rows) {
      const parsed = parse(row)
      households.push(parsed)
      if (households.length % rowsAtOnce > 0) continue
      yield households.length
      await nextTurn()
      if (signal.aborted) return null
    }
  }
  const ofPeople = readingOf(options, 'individuals')
  if (tables.individuals && ofPeople) {
    const find = createHouseholdFinder(households, { known, isKnownId: known.isKnownId })
    const people = new Map<string, KnownPerson[]>()
    const parse = createIndividualParser(ofPeople, { find, peopleIn: (id) => people.get(id) ?? [], existing })
    const column = ofPeople.mapping.indexOf('household')
    for (const row of tables.individuals.rows) {
      await readHousehold((row.cells[column] ?? '').trim(), { find, people, known })
      const parsed = parse(row)
      individuals.push(parsed)
      if (individuals.length % rowsAtOnce > 0) continue
      yield households.length + individuals.length
      await nextTurn()
      if (signal.aborted) return null
    }
  }
  const checked = {
    households: inFileOrder(await addChanges('households', households, options), refusedIn(tables.households)),
    individuals: inFileOrder(await addChanges('individuals', individuals, options), refusedIn(tables.individuals)),
  }
  return { ...checked, fingerprint: fingerprintOf(checked) }
}

/** Rows whose cells could not be told apart, as refused rows of either file. */
const refusedIn = (table: ImportTable | null) =>
  (table?.refused ?? []).map(({ row, text, cause, next_step }) => ({
    ...{ row, title: cut(text), warnings: [], edit: null, change: null, fields: null },
    issues: [{ column: 'Row', value: '', cause, next_step }],
    ...{ externalId: undefined, name: undefined, date_of_death: null, target: { kind: 'refused' as const, row } },
  }))

const inFileOrder = <Row extends { row: number }>(rows: readonly Row[], others: readonly Row[]): Row[] =>
  others.length === 0 ? [...rows] : [...rows, ...others].toSorted((a, b) => a.row - b.row)

function fingerprintOf({ households, individuals }: Omit<CheckedImport, 'fingerprint'>): string {
  const hash = createHash('sha256')
  for (const { row, fields, target, change } of [...households, ...individuals]) {
    hash.update(JSON.stringify([row, fields, target, change && [change.id, change.fields]]))
  }
  return hash.digest('hex')
}

/** The people of a household are read when the household first occurs: a file rarely names more than a few of the firm's. */
async function readHousehold(
  text: string,
  { find, people, known }: { find: FindHousehold; people: Map<string, KnownPerson[]>; known: Known },
): Promise<void> {
  const target = text === '' ? null : find(text)
  if (target === null || 'cause' in target || target.kind !== 'existing' || people.has(target.id)) return
  people.set(target.id, await known.people(target.id))
}

function readingOf({ tables, plan, today }: CheckOptions, part: ImportPart): Reading | null {
  const [table, chosen] = [tables[part], plan[part]]
  if (!table || !chosen) return null
  const { headers, rows } = table
  const { mapping, answers } = chosen
  return { part, headers, mapping, columns: readColumns({ part, headers, rows, mapping, answers, today }) }
}

function countRows(rows: readonly (ParsedRow & Changing)[]) {
  const refused = rows.filter(({ issues }) => issues.length > 0).length
  const warned = rows.filter(({ issues, warnings }) => issues.length === 0 && warnings.length > 0).length
  const changing = rows.filter(changesSomething).length
  const unchanged = rows.filter(({ change }) => change !== null).length - changing
  return { rows: rows.length, good: rows.length - refused, refused, warned, changing, unchanged }
}

/** The number of rows per verdict. */
export function summarise(
  { households, individuals }: Omit<CheckedImport, 'fingerprint'>,
  plan: ImportPlan,
): ImportSummary {
  const good = individuals.filter(({ fields }) => fields !== null)
  return {
    households: plan.households && countRows(households),
    individuals: plan.individuals && countRows(individuals),
    into_existing: good.filter(({ target }) => target?.kind === 'existing').length,
    into_new: good.filter(({ target }) => target?.kind === 'new').length,
  }
}
