import Database from 'better-sqlite3'
import { createPageReader, type ReadPage } from './pages.ts'
import { createTables, type Tables } from './records.ts'
import { schemaStatements } from './tables.ts'

export interface Store extends Tables {
  readPage: ReadPage
  db: Database.Database
  transaction<Result>(work: () => Result): Result
  setting(name: string): string | undefined
  saveSetting(name: string, value: string): void
  close(): void
}

/** Opens the store in a file, or in memory if no file is given. It holds only fictional data, so it is not encrypted. */
export function openStore(file: string | undefined): Store {
  const db = new Database(file ?? ':memory:')
  // The data can be regenerated from its seed, so speed matters more than surviving a power cut.
  db.pragma(file === undefined ? 'journal_mode = MEMORY' : 'journal_mode = WAL')
  db.pragma('synchronous = OFF')
  for (const statement of schemaStatements()) db.exec(statement)
  const tables = createTables(db)
  const read = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE name = ?')
  const write = db.prepare<[string, string]>('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
  return {
    ...tables,
    readPage: createPageReader(db, tables),
    db,
    transaction: (work) => db.transaction(work)(),
    setting: (name) => read.get(name)?.value,
    saveSetting: (name, value) => void write.run(name, value),
    close: () => void db.close(),
  }
}
