import { createHash } from 'node:crypto'
import { localToday } from '../../../shared/domain/days.ts'
import type { DocumentRule } from '../../../shared/rules/rules.ts'
import type { ReadableDatabase, ReadableStores, WritableDatabase } from '../open-database.ts'
import type { BatchedMirror } from '../write-batch.ts'
import { countMissingByHousehold, type MissingOfHousehold } from './filed-documents.ts'

type Asked = { rules: readonly DocumentRule[]; today: string }

/** The documents of the whole firm that a rule does not find. */
export type MissingTotal = { documents: number; households: number; unknown: number }

/** Increment this when the same records and rules give other counts, or {@link triggers} change. */
const version = 3

/** All counts depend on the rules and on the year. */
const basisOf = ({ rules, today }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify([version, today.slice(0, 4), rules]))
    .digest('hex')

type State = { basis: string; day: string; done_to: string | null }

/** The state of what is kept; null if it is for other rules, another year or a later day. */
function stateFor({ mirror }: Pick<ReadableStores, 'mirror'>, asked: Asked): State | null {
  const state = mirror.prepare<[], State>('SELECT basis, day, done_to FROM missing_state').get()
  return state?.basis === basisOf(asked) && state.day <= asked.today ? state : null
}

/** Exceptions of rules, and the dates of documents that the user confirmed, each with the id of its record. */
const notedSql = `SELECT record_id || char(10) || rule FROM rule_exception UNION
  SELECT document_id || char(10) || (json ->> '$.value') FROM fact_decision
  WHERE decision = 'confirmed' AND json ->> '$.kind' = 'date'`

/** Notes of the ledger that were added or removed since the households were counted. */
function changesOfNotes({ mirror, ledger }: ReadableStores): { added: string[]; gone: string[] } {
  const keys = (db: ReadableDatabase, sql: string) => new Set(db.prepare<[], string>(sql).pluck().all())
  const now = keys(ledger, notedSql)
  const counted = keys(mirror, 'SELECT key FROM missing_noted')
  return { added: [...now].filter((key) => !counted.has(key)), gone: [...counted].filter((key) => !now.has(key)) }
}

type Notes = ReturnType<typeof changesOfNotes>

/** The ids of the records of notes, as JSON. */
const recordsOf = ({ added, gone }: Notes): string =>
  JSON.stringify([...added, ...gone].map((key) => key.slice(0, key.indexOf('\n'))))

/** The households of records. A document may be about an entity of another household. */
const householdsOfSql = `SELECT id AS household_id FROM households WHERE id IN (SELECT value FROM json_each(@records))
  UNION SELECT household_id FROM individuals WHERE id IN (SELECT value FROM json_each(@records))
  UNION SELECT household_id FROM entities WHERE id IN (SELECT value FROM json_each(@records))
  UNION SELECT household_id FROM documents WHERE id IN (SELECT value FROM json_each(@records))
  UNION SELECT e.household_id FROM documents d CROSS JOIN entities e ON e.id = d.entity_id
    WHERE d.id IN (SELECT value FROM json_each(@records))`

/** The households of which a count may differ from what is kept. Left alone, SQLite reads `missing_of` in the order of its ids: all of it. */
const touchedSql = `SELECT household_id FROM missing_touched
  UNION SELECT household_id FROM missing_of INDEXED BY missing_of_next WHERE next_on <= @today UNION ${householdsOfSql} LIMIT @limit`

function touchedIn(stores: ReadableStores, today: string, limit: number): string[] {
  const records = recordsOf(changesOfNotes(stores))
  return stores.mirror.prepare<[object], string>(touchedSql).pluck().all({ today, records, limit })
}

/** The most touched households that a read counts itself: some 20 ms. */
const mostTouched = 400

/** The touched households of what is kept for these rules; null if nothing is, or too many are touched. */
function keptFor(stores: ReadableStores, asked: Asked): { touched: string[] } | null {
  if (stateFor(stores, asked)?.done_to !== null) return null
  const touched = touchedIn(stores, asked.today, mostTouched + 1)
  return touched.length > mostTouched ? null : { touched }
}

/** True if {@link readKeptMissing} answers at once. */
export const isMissingKept = (stores: ReadableStores, asked: Asked): boolean => keptFor(stores, asked) !== null

/**
 * The documents that rules do not find in the whole firm, by the rule's id; `''` is all of them together. They are the kept sums, with the
 * touched households counted now instead of then. Null if nothing is kept for these rules; `isBehind`: some households are touched.
 */
export function readKeptMissing(
  stores: ReadableStores,
  asked: Asked,
): { totals: ReadonlyMap<string, MissingTotal>; isBehind: boolean } | null {
  const kept = keptFor(stores, asked)
  if (kept === null) return null
  const rows = stores.mirror.prepare<[], MissingTotal & { rule: string }>('SELECT * FROM missing_total').all()
  const totals = new Map(rows.map(({ rule, ...total }) => [rule, total]))
  if (kept.touched.length > 0) {
    const before = keptOf(stores.mirror, kept.touched)
    const now = countMissingByHousehold(stores, { ...asked, ids: kept.touched })
    for (const household of before) addTo(totals, household, -1)
    for (const household of now) addTo(totals, household, 1)
  }
  return { totals, isBehind: kept.touched.length > 0 }
}

type Counts = Pick<MissingOfHousehold, 'counts'>

function keptOf(mirror: ReadableDatabase, ids: readonly string[]): Counts[] {
  return mirror
    .prepare<[string], string>('SELECT counts FROM missing_of WHERE household_id IN (SELECT value FROM json_each(?))')
    .pluck()
    .all(JSON.stringify(ids))
    .map((counts) => ({ counts: JSON.parse(counts) }))
}

/** Adds the counts of a household to sums, or takes them away. */
function addTo(totals: Map<string, MissingTotal>, { counts }: Counts, sign: 1 | -1): void {
  const sum = (at: 1 | 2) => counts.reduce((all, count) => all + count[at], 0)
  if (counts.length === 0) return
  for (const [rule, documents, unknown] of [...counts, ['', sum(1), sum(2)] as const]) {
    const of = totals.get(rule) ?? { documents: 0, households: 0, unknown: 0 }
    totals.set(rule, {
      documents: of.documents + sign * documents,
      households: of.households + (documents > 0 ? sign : 0),
      unknown: of.unknown + sign * unknown,
    })
  }
}

/** The columns of each table that the counts depend on. Most edits, such as one of an address, change none of them. */
const counted: Readonly<Record<'households' | 'individuals' | 'entities' | 'documents', readonly string[]>> = {
  households: ['id'],
  individuals: ['id', 'title', 'household_id', 'is_primary', 'is_deceased'],
  entities: ['id', 'title', 'household_id', 'kind', 'stage'],
  documents: ['id', 'title', 'household_id', 'type', 'individual_id', 'entity_id'],
}

const died = "json ->> '$.date_of_death'"

/**
 * They mark the households of every record that comes, goes, or changes in what the counts depend on. They exist only once something is
 * kept, so that a first load is not slower.
 */
const triggers = Object.entries(counted).flatMap(([table, columns]) => {
  const touch = (row: 'OLD' | 'NEW') => {
    const household = table === 'households' ? `${row}.id` : `${row}.household_id`
    const ofEntity = `INSERT INTO missing_touched SELECT household_id FROM entities WHERE id = ${row}.entity_id ON CONFLICT DO NOTHING;`
    return `INSERT INTO missing_touched VALUES (${household}) ON CONFLICT DO NOTHING; ${table === 'documents' ? ofEntity : ''}`
  }
  const differs = [
    ...columns.map((column) => `OLD.${column} IS NOT NEW.${column}`),
    // A date of death is nowhere but in the JSON, which takes longer to read.
    ...(table === 'individuals' ? [`NEW.is_deceased = 1 AND OLD.${died} IS NOT NEW.${died}`] : []),
  ].join(' OR ')
  return [
    { name: `missing_new_${table}`, when: `INSERT ON ${table}`, work: touch('NEW') },
    {
      name: `missing_changed_${table}`,
      when: `UPDATE OF json ON ${table} WHEN ${differs}`,
      work: touch('OLD') + touch('NEW'),
    },
    { name: `missing_gone_${table}`, when: `DELETE ON ${table}`, work: touch('OLD') },
  ]
})

type WritableMirror = { mirror: WritableDatabase; ledger: ReadableDatabase }

/** Begins to count the whole firm. */
function begin(stores: WritableMirror, asked: Asked): void {
  stores.mirror.exec(`DELETE FROM missing_of; DELETE FROM missing_total;
    ${triggers.map(({ name, when, work }) => `DROP TRIGGER IF EXISTS ${name}; CREATE TRIGGER ${name} AFTER ${when} BEGIN ${work} END;`).join('\n')}`)
  followNotes(stores)
  stores.mirror.exec('DELETE FROM missing_touched')
  stores.mirror
    .prepare('INSERT OR REPLACE INTO missing_state (one, basis, day, done_to) VALUES (1, ?, ?, ?)')
    .run(basisOf(asked), asked.today, '')
}

/** Touches the households of what changed in the ledger, and notes it as counted. */
function followNotes(stores: WritableMirror): void {
  const { mirror } = stores
  const notes = changesOfNotes(stores)
  if (notes.added.length + notes.gone.length === 0) return
  mirror
    .prepare(`INSERT INTO missing_touched SELECT * FROM (${householdsOfSql}) WHERE true ON CONFLICT DO NOTHING`)
    .run({ records: recordsOf(notes) })
  mirror.prepare('INSERT INTO missing_noted SELECT value FROM json_each(?)').run(JSON.stringify(notes.added))
  mirror
    .prepare('DELETE FROM missing_noted WHERE key IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(notes.gone))
}

/** Households in one transaction: some 20 ms. */
const chunk = 300

/** Counts some of the households that wait, in the mirror's open transaction. Returns true if more may be waiting. */
function keepSome(stores: WritableMirror, asked: Asked): boolean {
  const { mirror } = stores
  if (stateFor(stores, asked) === null) begin(stores, asked)
  const doneTo = stateFor(stores, asked)?.done_to ?? null
  if (doneTo !== null) {
    const ids = mirror
      .prepare<[string, number], string>('SELECT id FROM households WHERE id > ? ORDER BY id LIMIT ?')
      .pluck()
      .all(doneTo, chunk)
    putCounts(stores, asked, ids)
    mirror.prepare('UPDATE missing_state SET done_to = ?').run(ids.length < chunk ? null : ids.at(-1))
    return true
  }
  followNotes(stores)
  const ids = touchedIn(stores, asked.today, chunk)
  putCounts(stores, asked, ids)
  mirror
    .prepare('DELETE FROM missing_touched WHERE household_id IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(ids))
  mirror.prepare('UPDATE missing_state SET day = ?').run(asked.today)
  return ids.length === chunk
}

/** Counts households, and keeps the counts in place of those of before. */
function putCounts({ mirror, ledger }: WritableMirror, asked: Asked, ids: readonly string[]): void {
  const added = new Map<string, MissingTotal>()
  for (const before of keptOf(mirror, ids)) addTo(added, before, -1)
  mirror
    .prepare('DELETE FROM missing_of WHERE household_id IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(ids))
  const put = mirror.prepare('INSERT INTO missing_of (household_id, counts, next_on) VALUES (?, ?, ?)')
  for (const { household_id, counts, next_on } of countMissingByHousehold({ mirror, ledger }, { ...asked, ids })) {
    addTo(added, { counts }, 1)
    if (counts.length > 0 || next_on !== null) put.run(household_id, JSON.stringify(counts), next_on)
  }
  const sum = mirror.prepare(
    `INSERT INTO missing_total (rule, documents, households, unknown) VALUES (?, ?, ?, ?)
     ON CONFLICT (rule) DO UPDATE SET documents = documents + excluded.documents,
       households = households + excluded.households, unknown = unknown + excluded.unknown`,
  )
  for (const [rule, { documents, households, unknown }] of added) sum.run(rule, documents, households, unknown)
}

/** Keeps what {@link readKeptMissing} reads. */
export type MissingKeeper = {
  /** The rules of which the counts are kept from now on. */
  follow(rules: readonly DocumentRule[]): void
  /** Records or notes may have changed. */
  wake(): void
  stop(): void
}

/** ms between two looks for touched households, so that a run of small commits is followed by one. */
const pause = 50

/** A {@link MissingKeeper} of the writing thread: it counts in small steps, between which other calls have their turn. */
export function createMissingKeeper({ mirror, ledger, batch, now, onTrouble }: Keeping): MissingKeeper {
  let rules: readonly DocumentRule[] | null = null
  let timer: NodeJS.Timeout | undefined
  const loaded = mirror
    .prepare<[], number>(
      `SELECT count(*) FROM resource_state
       WHERE loaded = 1 AND resource IN ('households', 'individuals', 'entities', 'documents')`,
    )
    .pluck()
  const isWaiting = (asked: Asked) =>
    loaded.get() === 4 &&
    (stateFor({ mirror }, asked)?.done_to !== null || touchedIn({ mirror, ledger }, asked.today, 1).length > 0)
  const step = () => {
    timer = undefined
    if (rules === null) return
    const asked = { rules, today: localToday(new Date(now())) }
    try {
      if (!isWaiting(asked)) return
      const isMore = batch.write(() => keepSome({ mirror, ledger }, asked))
      // The end of the batch wakes it again.
      batch.commit()
      if (isMore) after(0)
    } catch (problem) {
      onTrouble(problem)
    }
  }
  const after = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(step, ms)
  }
  const wake = () => {
    if (rules !== null && timer === undefined) after(pause)
  }
  return {
    follow(given) {
      rules = given
      wake()
    },
    wake,
    stop() {
      rules = null
      clearTimeout(timer)
      timer = undefined
    },
  }
}

type Keeping = BatchedMirror & {
  ledger: ReadableDatabase
  now: () => number
  onTrouble: (problem: unknown) => void
}
