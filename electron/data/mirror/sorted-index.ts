import type { WritableDatabase } from '../open-database.ts'

/** A secondary index; `columns` is everything after its table's name, such as `(a, b) WHERE a IS NOT NULL`. */
export type IndexDefinition = { table: string; name: string; columns: string }

/**
 * Builds an index of a large table in bounded memory. SQLite sorts all entries of a new index in memory, since its temporary files
 * would not be encrypted. Here the entries of some 100,000 rows at a time are sorted and stored as a run; then the runs are merged
 * into a table without rowids, which SQLite stores exactly as an index. In the end that table becomes the index. Until then it is
 * not used by any query, triggers keep it and the runs right while rows are written, and after a restart it is continued.
 */
export type SortedIndex = {
  /** True if its building was begun, perhaps before a restart. */
  isBegun(): boolean
  /** Prepares the building, or continues one that was interrupted; inside the open transaction. */
  begin(): void
  /** Does the next part of the work, inside the open transaction. Returns false if it was the last. */
  doSome(): boolean
  /** Makes it the index; in a transaction of its own, since SQLite then reads the whole schema again. */
  finish(): void
}

/** Most runs of an index; all are parts of one compound SELECT, of which SQLite allows 500. */
const mostRuns = 400

/** A {@link SortedIndex} that sorts the entries of `rowsAtOnce` rows at once; of more if there were more than {@link mostRuns} runs. */
export function createSortedIndex(db: WritableDatabase, index: IndexDefinition, rowsAtOnce: number): SortedIndex {
  const parts = partsOf(db, index)
  const { building, runs, progress } = parts
  const lastRow = db.prepare<[], number | null>(`SELECT max(row) FROM ${index.table}`).pluck()
  return {
    isBegun: () => createdWith(db, building) !== undefined,
    begin() {
      if (createdWith(db, building) === parts.create && createdWith(db, progress) !== undefined) return
      const size = Math.max(rowsAtOnce, Math.ceil((lastRow.get() ?? 0) / mostRuns))
      db.exec(`${dropTriggers(building)}
        DROP TABLE IF EXISTS ${building}; ${parts.create};
        DROP TABLE IF EXISTS ${runs}; ${parts.createRuns};
        DROP TABLE IF EXISTS ${progress}; CREATE TABLE ${progress} (run_size INTEGER NOT NULL, runs INTEGER NOT NULL, merged INTEGER NOT NULL);
        INSERT INTO ${progress} VALUES (${size}, 0, 0);
        ${triggersOf(index, parts)}`)
    },
    doSome() {
      const { run_size, runs: stored, merged } = db.prepare<[], Progress>(`SELECT * FROM ${progress}`).get() as Progress
      if (merged === 1) return removeRun(db, parts, stored - 1)
      if (stored * run_size <= (lastRow.get() ?? 0)) storeRun(db, index, parts, { run: stored, size: run_size })
      else if (merge(db, parts, stored, rowsAtOnce) < rowsAtOnce) db.exec(`UPDATE ${progress} SET merged = 1`)
      return true
    },
    finish() {
      db.exec(`${dropTriggers(building)} DROP TABLE ${runs}; DROP TABLE ${progress};`)
      turnIntoIndex(db, index, building)
    },
  }
}

/** Rows of a run, number of runs that are stored, and 1 once all their entries are merged. */
type Progress = { run_size: number; runs: number; merged: 0 | 1 }

/** Stores the entries of the run's rows in their order. Rows that were written since {@link SortedIndex.begin} are there already. */
function storeRun(
  db: WritableDatabase,
  { table }: IndexDefinition,
  { runs, progress, keys, all, condition }: Parts,
  { run, size }: { run: number; size: number },
): void {
  db.prepare(
    `INSERT OR REPLACE INTO ${runs} SELECT ${run}, ${all} FROM ${table} NOT INDEXED
     WHERE row >= ${run * size} AND row < ${(run + 1) * size} AND ${condition} ORDER BY ${keys}`,
  ).run()
  db.exec(`UPDATE ${progress} SET runs = ${run + 1}`)
}

/** Adds the next entries of all runs, and returns their number. SQLite takes them from sorted parts without sorting them again. */
function merge(
  db: WritableDatabase,
  { building, runs, keys, all, lastKey }: Parts,
  count: number,
  limit: number,
): number {
  const last = Object.values(db.prepare<[], Record<string, unknown>>(lastKey).get() ?? {})
  const missing = last.length > 0 ? ` AND (${keys}) > (${last.map(() => '?').join(', ')})` : ''
  const next = Array.from({ length: count }, (_, run) => `SELECT ${all} FROM ${runs} WHERE run = ${run}${missing}`)
  return db
    .prepare(`INSERT INTO ${building} ${next.join(' UNION ALL ')} ORDER BY ${keys} LIMIT ${limit}`)
    .run(...next.flatMap(() => last)).changes
}

/** Dropping a large table at once would take memory of its size. Returns false after the first run, which is removed last. */
function removeRun(db: WritableDatabase, { runs, progress }: Parts, run: number): boolean {
  db.exec(`DELETE FROM ${runs} WHERE run = ${run}; UPDATE ${progress} SET runs = ${run}`)
  return run > 0
}

type Parts = {
  /** Table that becomes the index. */
  building: string
  create: string
  /** Table of the entries of some rows each, sorted by run and key. */
  runs: string
  createRuns: string
  /** Table of one row; see {@link Progress}. */
  progress: string
  /** Columns that identify an entry; they are the first ones. */
  keys: string
  /** All columns of an entry, and the number of its row. */
  all: string
  /** Rows that have an entry. */
  condition: string
  /** Selects the key of the last entry so far. */
  lastKey: string
}

function partsOf(db: WritableDatabase, { table, name, columns }: IndexDefinition): Parts {
  const [, list = '', condition = '1'] = /^\(([^)]*)\)(?: WHERE (.*))?$/.exec(columns) ?? []
  const named = list.split(', ')
  const all = [...named, 'row']
  // An id is in one row only, so that no column after it changes the order.
  const keyed = named.includes('id') ? named.slice(0, named.indexOf('id') + 1) : all
  const types = new Map(
    db
      .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
      .all(table)
      .map((column) => [column.name, column.type]),
  )
  const building = `${table}_${name}_building`
  const runs = `${building}_runs`
  const declared = all.map((column) => `${column} ${types.get(column)}`).join(', ')
  const keys = keyed.join(', ')
  const backwards = keyed.map((key) => `${key} DESC`).join(', ')
  return {
    building,
    create: `CREATE TABLE ${building} (${declared}, PRIMARY KEY (${keys})) WITHOUT ROWID`,
    runs,
    createRuns: `CREATE TABLE ${runs} (run INTEGER, ${declared}, PRIMARY KEY (run, ${keys})) WITHOUT ROWID`,
    progress: `${building}_progress`,
    keys,
    all: all.join(', '),
    condition,
    lastKey: `SELECT ${keys} FROM ${building} ORDER BY ${backwards} LIMIT 1`,
  }
}

const changes = { added: 'INSERT', changed: 'UPDATE', gone: 'DELETE' } as const

/** Rows that are written meanwhile: an entry beyond the last merged one is only added to its run, from which it is merged later. */
function triggersOf({ table }: IndexDefinition, parts: Parts): string {
  const { building, runs, progress, keys, all, condition, lastKey } = parts
  const old = keys.split(', ').map((key) => `OLD.${key}`)
  const remove = `DELETE FROM ${building} WHERE (${keys}) = (${old.join(', ')});
    DELETE FROM ${runs} WHERE run = OLD.row / (SELECT run_size FROM ${progress}) AND (${keys}) = (${old.join(', ')});`
  const written = `FROM ${table} WHERE row = NEW.row AND ${condition}`
  const add = `INSERT OR REPLACE INTO ${building} SELECT ${all} ${written} AND ((${keys}) <= (${lastKey}) OR (SELECT merged FROM ${progress}));
    INSERT OR REPLACE INTO ${runs} SELECT NEW.row / (SELECT run_size FROM ${progress}), ${all} ${written};`
  const steps = { added: add, changed: remove + add, gone: remove }
  return Object.entries(changes)
    .map(
      ([when, change]) =>
        `CREATE TRIGGER ${building}_${when} AFTER ${change} ON ${table} BEGIN ${steps[when as keyof typeof steps]} END;`,
    )
    .join('\n')
}

const dropTriggers = (building: string): string =>
  Object.keys(changes)
    .map((when) => `DROP TRIGGER IF EXISTS ${building}_${when};`)
    .join(' ')

const createdWith = (db: WritableDatabase, name: string): string | undefined =>
  db.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name)

/**
 * Both kinds are stored as the same kind of b-tree with the same records, so only the description of the table changes: SQLite's own
 * RBU extension fills indexes in this way.
 */
function turnIntoIndex(db: WritableDatabase, { table, name, columns }: IndexDefinition, building: string): void {
  const version = Number(db.pragma('schema_version', { simple: true }))
  db.unsafeMode(true)
  try {
    db.pragma('writable_schema = ON')
    db.prepare("UPDATE sqlite_schema SET type = 'index', name = ?, tbl_name = ?, sql = ? WHERE name = ?").run(
      `${table}_${name}`,
      table,
      `CREATE INDEX ${table}_${name} ON ${table} ${columns}`,
      building,
    )
    db.pragma(`schema_version = ${version + 1}`)
  } finally {
    db.pragma('writable_schema = RESET')
    db.unsafeMode(false)
  }
}
