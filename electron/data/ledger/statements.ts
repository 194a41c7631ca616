import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ReadableDatabase, ReadableStores, WritableDatabase } from '../open-database.ts'

type Ledger = Pick<ReadableStores, 'ledger'>

/** The decisions about one custodian's file; `json` belongs to the code that writes it. Times are ISO 8601. */
export type StoredStatement = { id: string; sha256: string; name: string; added_at: string; json: string }

/** An account whose entity is known. `tail`: the end of its number, by which it is looked up. */
type StoredAccount = { id: string; tail: string; entity_id: string; json: string }

/** The files and accounts that a valuation was read from: stored with the write that creates it, and valid while that write is not discarded. */
export type StoredSource = {
  entity_id: string
  /** SHA-256 of its files. */
  digests: readonly string[]
  json: string
  /** `replaces`: ids of earlier records of the same account. */
  accounts: readonly (StoredAccount & { replaces: readonly string[] })[]
  /** Asset classes of the securities, by their keys. */
  securities: Readonly<Record<string, string>>
}

/** Creates or replaces the decisions about files. */
export function putStatements(ledger: WritableDatabase, { rows }: { rows: readonly StoredStatement[] }): void {
  const put = ledger.prepare(
    `INSERT INTO statement (id, sha256, name, added_at, json) VALUES (@id, @sha256, @name, @added_at, @json)
     ON CONFLICT (id) DO UPDATE SET json = excluded.json`,
  )
  for (const row of rows) put.run(row)
}

/** Deletes the decisions about files that are gone, and what was read on their scans; what was logged from them stays. */
export function forgetStatements(ledger: WritableDatabase, { ids }: { ids: readonly string[] }): void {
  for (const table of ['statement', 'statement_scan'])
    ledger.prepare(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`).run(JSON.stringify(ids))
}

/** Keeps the words of a scan. `pages` belongs to the code that writes it. */
export function putStatementScan(
  ledger: WritableDatabase,
  { id, sha256, pages }: { id: string; sha256: string; pages: string },
): void {
  ledger.prepare('INSERT OR REPLACE INTO statement_scan VALUES (?, ?, ?)').run(id, sha256, deflateRawSync(pages))
}

/** The asset class of securities, under all keys that identify them. */
export function setSecurityClass(
  ledger: WritableDatabase,
  { keys, asset_class_id }: { keys: readonly string[]; asset_class_id: string },
): void {
  const put = ledger.prepare('INSERT OR REPLACE INTO statement_security (key, asset_class_id) VALUES (?, ?)')
  for (const key of keys) put.run(key, asset_class_id)
}

/** Answers to questions, by their ids: `header` for all files with the same headers, `review` for the batch. An empty one is taken back. */
export function setStatementAnswers(
  ledger: WritableDatabase,
  { scope, answers }: { scope: 'header' | 'review'; answers: Readonly<Record<string, string>> },
): void {
  const put = ledger.prepare('INSERT OR REPLACE INTO statement_answer (scope, id, answer) VALUES (?, ?, ?)')
  const forget = ledger.prepare('DELETE FROM statement_answer WHERE scope = ? AND id = ?')
  for (const [id, answer] of Object.entries(answers)) {
    if (answer === '') forget.run(scope, id)
    else put.run(scope, id, answer)
  }
}

/** The custodian's name to propose for files with these headers; null for none. */
export function setCustodian(
  ledger: WritableDatabase,
  { layout, name }: { layout: string; name: string | null },
): void {
  if (name === null) ledger.prepare('DELETE FROM statement_layout WHERE layout = ?').run(layout)
  else ledger.prepare('INSERT OR REPLACE INTO statement_layout (layout, custodian) VALUES (?, ?)').run(layout, name)
}

/** Adds accounts that came from another computer, and deletes the records that they take the place of. */
export function addStatementAccounts(
  ledger: WritableDatabase,
  { accounts, replaces }: { accounts: readonly StoredAccount[]; replaces: readonly string[] },
): void {
  const put = prepareAccount(ledger)
  ledger
    .prepare('DELETE FROM statement_account WHERE id IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(replaces))
  for (const account of accounts) put(account, null)
}

function prepareAccount(ledger: WritableDatabase) {
  const put = ledger.prepare(
    `INSERT INTO statement_account (id, tail, entity_id, operation_id, replaced_by, json) VALUES (?, ?, ?, ?, NULL, ?)`,
  )
  return ({ id, tail, entity_id, json }: StoredAccount, operationId: string | null) =>
    void put.run(id, tail, entity_id, operationId, json)
}

/** Notes what a valuation was read from, in the transaction of the write that creates it. */
export function prepareSources(ledger: WritableDatabase): (operationId: string, source: StoredSource) => void {
  const putSource = ledger.prepare('INSERT INTO statement_valuation (operation_id, entity_id, json) VALUES (?, ?, ?)')
  const putDigest = ledger.prepare('INSERT OR IGNORE INTO statement_digest (sha256, operation_id) VALUES (?, ?)')
  const replace = ledger.prepare('UPDATE statement_account SET replaced_by = ? WHERE id = ?')
  const putAccount = prepareAccount(ledger)
  const putSecurity = ledger.prepare('INSERT OR REPLACE INTO statement_security (key, asset_class_id) VALUES (?, ?)')
  return (operationId, { entity_id, digests, json, accounts, securities }) => {
    putSource.run(operationId, entity_id, json)
    for (const digest of digests) putDigest.run(digest, operationId)
    for (const { replaces, ...account } of accounts) {
      for (const id of replaces) replace.run(operationId, id)
      putAccount(account, operationId)
    }
    for (const [key, id] of Object.entries(securities)) putSecurity.run(key, id)
  }
}

type Answer = { scope: string; id: string; answer: string }

/** Decisions that are independent of files: answers, custodians' names and asset classes, by their keys. */
export function readStatementMemory({ ledger }: Ledger): {
  header: Record<string, string>
  review: Record<string, string>
  custodians: Record<string, string>
  securities: Record<string, string>
} {
  const answers = ledger.prepare<[], Answer>('SELECT scope, id, answer FROM statement_answer').all()
  const of = (scope: string) =>
    Object.fromEntries(answers.filter((each) => each.scope === scope).map(({ id, answer }) => [id, answer]))
  return {
    header: of('header'),
    review: of('review'),
    custodians: pairs(ledger, 'SELECT layout AS key, custodian AS value FROM statement_layout'),
    securities: pairs(ledger, 'SELECT key, asset_class_id AS value FROM statement_security'),
  }
}

const pairs = (ledger: ReadableDatabase, sql: string): Record<string, string> =>
  Object.fromEntries(
    ledger
      .prepare<[], { key: string; value: string }>(sql)
      .all()
      .map(({ key, value }) => [key, value]),
  )

export function readStatements({ ledger }: Ledger): StoredStatement[] {
  return ledger.prepare<[], StoredStatement>('SELECT id, sha256, name, added_at, json FROM statement').all()
}

/** The files whose scans were read. */
export function readStatementScans({ ledger }: Ledger): { id: string; sha256: string }[] {
  return ledger.prepare<[], { id: string; sha256: string }>('SELECT id, sha256 FROM statement_scan').all()
}

/** The words of a file's scan; null if they were not read. */
export function readStatementScan({ ledger }: Ledger, { id }: { id: string }): { pages: string | null } {
  const stored = ledger.prepare<[string], Uint8Array>('SELECT pages FROM statement_scan WHERE id = ?').pluck().get(id)
  return { pages: stored === undefined ? null : inflateRawSync(stored).toString() }
}

/**
 * Accounts whose entity is known, as they were last read: those whose numbers end with one of these characters, and those of these
 * entities. What a discarded write had read or replaced does not count, nor what one of `without` did.
 */
export function readKnownAccounts(
  { ledger }: Ledger,
  {
    tails,
    entity_ids,
    without,
  }: { tails: readonly string[]; entity_ids: readonly string[]; without: readonly string[] },
): { id: string; entity_id: string; json: string }[] {
  return ledger
    .prepare<[Record<string, string>], { id: string; entity_id: string; json: string }>(
      `SELECT id, entity_id, json FROM statement_account a
       WHERE seq IN (
           SELECT seq FROM statement_account WHERE tail IN (SELECT value FROM json_each(@tails))
           UNION SELECT seq FROM statement_account WHERE entity_id IN (SELECT value FROM json_each(@entities)))
         AND ${isKnown('AND o.id NOT IN (SELECT value FROM json_each(@without))')} ORDER BY seq`,
    )
    .all({ tails: JSON.stringify(tails), entities: JSON.stringify(entity_ids), without: JSON.stringify(without) })
}

/** A write counts until it is discarded. */
const counts = (column: string, condition: string) =>
  `EXISTS (SELECT 1 FROM operation o WHERE o.id = ${column} AND o.state <> 'discarded' ${condition})`

const isKnown = (condition = '') => `(a.operation_id IS NULL OR ${counts('a.operation_id', condition)})
  AND (a.replaced_by IS NULL OR NOT ${counts('a.replaced_by', condition)})`

/** The number of accounts whose entity is known. */
export function countAccounts({ ledger }: Ledger): { known: number } {
  const count = ledger.prepare<[], number>(`SELECT count(*) FROM statement_account a WHERE ${isKnown()}`).pluck()
  return { known: count.get() ?? 0 }
}

/** All of them without their holdings, for a file that another computer reads. */
export function readAllAccounts({ ledger }: Ledger): { id: string; entity_id: string; json: string }[] {
  return ledger
    .prepare<[], { id: string; entity_id: string; json: string }>(
      `SELECT id, entity_id, json_remove(json, '$.assets', '$.kept') AS json FROM statement_account a
       WHERE ${isKnown()} ORDER BY seq`,
    )
    .all()
}

/** A valuation that was read from statements, with the write that created it. */
export type ReadSource = {
  operation_id: string
  entity_id: string
  json: string
  state: string
  saved_at: string
  valuation_id: string | null
  /** The kind of its open question, and why the service refused it; null if there is none. */
  question: string | null
  refusal: string | null
  /** The latest valuation that it was reviewed beside; null if there was none. */
  expects_latest: string | null
}

const sourceSql = `SELECT v.operation_id, v.entity_id, v.json, o.state, o.saved_at, o.server_id AS valuation_id,
  CASE WHEN o.is_open = 1 THEN o.json ->> '$.question.kind' END AS question,
  CASE WHEN o.is_open = 1 THEN coalesce(o.json ->> '$.problem.detail', o.json ->> '$.problem.message') END AS refusal,
  o.json ->> '$.expects_latest' AS expects_latest
  FROM statement_valuation v JOIN operation o ON o.id = v.operation_id WHERE o.state <> 'discarded'`

/** Valuations of an entity that were read from statements, newest first. */
export function readSourcesOf({ ledger }: Ledger, { entity_id }: { entity_id: string }): ReadSource[] {
  return ledger.prepare<[string], ReadSource>(`${sourceSql} AND v.entity_id = ? ORDER BY v.seq DESC`).all(entity_id)
}

/** Valuations that were saved together. */
export function readSourcesOfSave({ ledger }: Ledger, { save_id }: { save_id: string }): ReadSource[] {
  return ledger.prepare<[string], ReadSource>(`${sourceSql} AND v.json ->> '$.save_id' = ? ORDER BY v.seq`).all(save_id)
}

/** Valuations that were read from files with these contents. */
export function readSourcesByDigest({ ledger }: Ledger, { digests }: { digests: readonly string[] }): ReadSource[] {
  return ledger
    .prepare<[string], ReadSource>(
      `${sourceSql} AND v.operation_id IN (SELECT operation_id FROM statement_digest
         WHERE sha256 IN (SELECT value FROM json_each(?))) ORDER BY v.seq`,
    )
    .all(JSON.stringify(digests))
}
