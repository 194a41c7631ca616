/**
 * One table per resource: the columns that lists filter by, and the record's JSON text as served, so that a page is concatenated
 * from strings without parsing. `seq` is the stable order of every list.
 */
export interface TableShape {
  /** Record fields that are copied into columns of the same name. */
  columns: readonly string[]
  idPrefix: string
}

export const TABLES = {
  households: { columns: ['external_id', 'primary_relationship_owner_id'], idPrefix: 'household_' },
  individuals: { columns: ['household_id', 'is_primary'], idPrefix: 'client_profile_' },
  entities: { columns: ['household_id', 'kind', 'external_id'], idPrefix: 'entity_' },
  valuations: { columns: ['entity_id', 'effective_date', 'created_at'], idPrefix: 'valuationv2_' },
  documents: { columns: ['household_id', 'type', 'entity_id', 'individual_id'], idPrefix: 'document_' },
  document_summaries: { columns: ['document_id', 'household_id'], idPrefix: 'document_summary_' },
  users: { columns: ['email'], idPrefix: 'user_' },
} as const satisfies Record<string, TableShape>

export type TableName = keyof typeof TABLES
export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

const INDEXES: Record<TableName, readonly string[]> = {
  households: ['external_id'],
  individuals: ['household_id, is_primary', 'is_primary'],
  entities: ['household_id', 'kind', 'external_id'],
  valuations: ['entity_id, effective_date, created_at'],
  documents: ['household_id, type', 'type', 'entity_id'],
  document_summaries: ['document_id', 'household_id'],
  users: [],
}

/** Returns the SQL statements that create an empty store. */
export function schemaStatements(): string[] {
  const tables = TABLE_NAMES.map((name) => {
    const columns = TABLES[name].columns.map((column) => `${column} ANY`).join(', ')
    return `CREATE TABLE IF NOT EXISTS ${name} (
      seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ${columns}, deleted_at TEXT, json TEXT NOT NULL, raw_json TEXT
    ) STRICT`
  })
  const indexes = TABLE_NAMES.flatMap((name) =>
    INDEXES[name].map(
      (columns, position) =>
        `CREATE INDEX IF NOT EXISTS ${name}_${position} ON ${name} (${columns}) WHERE deleted_at IS NULL`,
    ),
  )
  return [
    ...tables,
    ...indexes,
    `CREATE TABLE IF NOT EXISTS files (
      document_id TEXT PRIMARY KEY, file_name TEXT NOT NULL, media_type TEXT NOT NULL,
      stored_name TEXT, size INTEGER, sha256 TEXT, origin TEXT
    ) STRICT`,
    `CREATE TABLE IF NOT EXISTS tokens (
      hash TEXT PRIMARY KEY, kind TEXT NOT NULL, user_id TEXT, code_hash TEXT, expires_at INTEGER
    ) STRICT`,
    'CREATE INDEX IF NOT EXISTS tokens_code ON tokens (code_hash)',
    'CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
  ]
}

/** Returns the SQL expression for a row's text as served. Households include their primary individuals. */
export function textExpression(name: TableName): string {
  if (name !== 'households') return 'coalesce(t.raw_json, t.json)'
  const primaries = `SELECT group_concat(coalesce(p.raw_json, p.json) ORDER BY p.seq) FROM individuals p
    WHERE p.household_id = t.id AND p.is_primary = 1 AND p.deleted_at IS NULL`
  return `coalesce(t.raw_json,
    substr(t.json, 1, length(t.json) - 1) || ',"primary_individuals":[' || coalesce((${primaries}), '') || ']}')`
}
