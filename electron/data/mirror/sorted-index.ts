import type { WritableDatabase } from '../open-database.ts'

/** A secondary index; `columns` is everything after its table's name, such as `(a, b) WHERE a IS NOT NULL`. */
export type IndexDefinition = { table: string; name: string; columns: string }

/**
 * Builds an index of a large table in bounded memory. SQLite sorts all entries of a new index in memory, since its temporary files
 * would not be encrypted. Here a table without rowids, which SQLite stores exactly as the index, gets the entries in their order, some
 * hundred thousand at a time: each pass over the rows keeps only the lowest ones that are still missing. In the end that table
 * becomes the index. Until then it is not used by any query, triggers keep it right while other rows are written, and after
 * a restart it is continued.
 */
export type SortedIndex = {
  /** True if its building was begun, perhaps before a restart. */
  isBegun(): boolean
  /** Prepares the building, or continues one that was interrupted; inside the open transaction. */
  begin(): void
  /** Adds the next entries, inside the open transaction. Returns false if these were the last. */
  addSome(): boolean
  /** Makes it the index; in a transaction of its own, since SQLite then reads the whole schema again. */
  finish(): void
}

/** A {@link SortedIndex} of which at most `entries` are sorted at once. */
export function createSortedIndex(db: WritableDatabase, index: IndexDefinition, entries: number): SortedIndex {
  const { table } = index
  const parts = partsOf(db, index)
  const { building, keys, condition } = parts
  const keyAt = (sql: string, after: readonly unknown[]) => db.prepare<unknown[], Key>(sql).get(...after)
  return {
    isBegun: () => createdWith(db, building) !== undefined,
    begin() {
      if (createdWith(db, building) === parts.create) return
      db.exec(
        `${dropTriggers(building)} DROP TABLE IF EXISTS ${building}; ${parts.create}; ${triggersOf(index, parts)}`,
      )
    },
    addSome() {
      const last = Object.values(keyAt(parts.lastKey, []) ?? {})
      const missing = last.length > 0 ? `${condition} AND (${keys}) > (${marks(last)})` : condition
      const bound = Object.values(keyAt(boundAfter(db, index, { ...parts, missing, entries }), last) ?? {})
      const within = bound.length > 0 ? `${missing} AND (${keys}) <= (${marks(bound)})` : missing
      const { changes } = db
        .prepare(
          `INSERT INTO ${building} SELECT ${parts.all} FROM ${table} WHERE ${within} ORDER BY ${keys} LIMIT ${entries}`,
        )
        .run(...last, ...bound)
      return bound.length > 0 || changes === entries
    },
    finish() {
      db.exec(dropTriggers(building))
      turnIntoIndex(db, index, building)
    },
  }
}

type Key = Record<string, unknown>

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ')

/** Rows that are looked at to estimate where the next pass should end. */
const sampled = 2000

/**
 * Selects a key below which fewer entries are missing than one pass can add, by estimate; none if one pass can add all. Without it, a
 * pass would keep most rows for a while before it finds lower ones, which takes twice as long.
 */
function boundAfter(
  db: WritableDatabase,
  { table }: IndexDefinition,
  { keys, missing, entries }: Pick<Parts, 'keys'> & { missing: string; entries: number },
): string {
  const rows = db.prepare<[], number | null>(`SELECT max(row) FROM ${table}`).pluck().get() ?? 0
  const step = Math.max(1, Math.floor(rows / sampled))
  return `WITH RECURSIVE some (at) AS (SELECT 1 UNION ALL SELECT at + ${step} FROM some WHERE at + ${step} <= ${rows})
    SELECT ${keys} FROM some CROSS JOIN ${table} ON row = at WHERE ${missing} ORDER BY ${keys}
    LIMIT 1 OFFSET ${Math.floor((0.9 * entries) / step)}`
}

type Parts = {
  building: string
  create: string
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
  const declared = all.map((column) => `${column} ${types.get(column)}`).join(', ')
  const keys = keyed.join(', ')
  const backwards = keyed.map((key) => `${key} DESC`).join(', ')
  return {
    building,
    create: `CREATE TABLE ${building} (${declared}, PRIMARY KEY (${keys})) WITHOUT ROWID`,
    keys,
    all: all.join(', '),
    condition,
    lastKey: `SELECT ${keys} FROM ${building} ORDER BY ${backwards} LIMIT 1`,
  }
}

const changes = { added: 'INSERT', changed: 'UPDATE', gone: 'DELETE' } as const

/** Rows that are written meanwhile: an entry beyond the last one so far is added by a later pass. */
function triggersOf({ table }: IndexDefinition, { building, keys, all, condition, lastKey }: Parts): string {
  const old = keys.split(', ').map((key) => `OLD.${key}`)
  const remove = `DELETE FROM ${building} WHERE (${keys}) = (${old.join(', ')});`
  const add = `INSERT OR REPLACE INTO ${building} SELECT ${all} FROM ${table}
    WHERE row = NEW.row AND ${condition} AND (${keys}) <= (${lastKey});`
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
