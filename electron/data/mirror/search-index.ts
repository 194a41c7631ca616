import type { Resource } from '../../../shared/service/resource.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'
import type { Db } from '../open-database.ts'
import { foldedWords, indexedText } from './folded-words.ts'
import { joined, passageBreak } from './record-table.ts'
import { searchRowOf } from './record-tables.ts'

/** Full text of all records, and the words of their names for correcting typos; always inside an open transaction. */
export type SearchIndex = {
  put(resource: Resource, row: number, text: { title: string; body: string }): void
  remove(resource: Resource, row: number): void
}

/** A {@link SearchIndex} on one connection; statements are prepared once. */
export function createSearchIndex(db: Db): SearchIndex {
  const putText = db.prepare('INSERT OR REPLACE INTO search (rowid, text) VALUES (?, ?)')
  const putName = db.prepare('INSERT OR REPLACE INTO search_name (rowid, name) VALUES (?, ?)')
  const removeText = db.prepare('DELETE FROM search WHERE rowid = ?')
  const removeName = db.prepare('DELETE FROM search_name WHERE rowid = ?')
  const addTerm = db.prepare('INSERT INTO name_term (term) VALUES (?) ON CONFLICT DO NOTHING')
  return {
    put(resource, row, { title, body }) {
      const name = indexedText(title)
      putText.run(searchRowOf(resource, row), `${name} ${indexedText(body)}`)
      if (name !== '') putName.run(searchRowOf(resource, row), name)
      // A word stays when the last name with it is deleted: it then leads to no record.
      for (const { folded } of foldedWords(title)) if (isTerm.test(folded)) addTerm.run(folded)
    },
    remove(resource, row) {
      removeText.run(searchRowOf(resource, row))
      removeName.run(searchRowOf(resource, row))
    },
  }
}

/** Words whose typos are corrected: letters only, long enough to be told apart and no longer than names are. */
const isTerm = /^\p{L}{3,32}$/u

/** The searchable text of a valuation. */
export function valuationBody({ directly_held_assets, description }: Valuation): string {
  return joined([...directly_held_assets.map((asset) => asset.display_name), description], passageBreak)
}
