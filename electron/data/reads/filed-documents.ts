import type { DocumentRule } from '../../../shared/domain/document-rules.ts'
import {
  type FiledDocument,
  type MissingDocument,
  missingDocuments,
  type Subject,
} from '../../../shared/domain/missing-documents.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { type AskedHouseholds, askedWhere } from './old-figures.ts'
import type { OutputOf, Reader } from './reader.ts'

const statementsOf = (condition: string) => ({
  primaries: `SELECT i.id, i.title AS name, i.household_id
    FROM households h JOIN individuals i ON i.household_id = h.id
    WHERE ${condition} AND i.is_primary = 1 AND i.is_deceased = 0`,
  entities: `SELECT e.id, e.title AS name, e.kind, e.household_id
    FROM households h JOIN entities e ON e.household_id = h.id WHERE ${condition} AND e.stage = 'ACTIVE'`,
  documents: `SELECT d.type, d.title AS name, d.individual_id, d.entity_id, d.created_at, d.household_id
    FROM households h JOIN documents d ON d.household_id = h.id
    WHERE ${condition} AND d.type IN (SELECT value FROM json_each(@types))`,
  households: `SELECT h.id, h.title AS name FROM households h WHERE ${condition} ORDER BY h.title_sort, h.id`,
})

type MissingInput = AskedHouseholds & {
  rules: readonly DocumentRule[]
  /** `YYYY-MM-DD`. */
  today: string
}

/** Households for which rules find no document on file, with these rules; by name. */
export function readMissingDocuments(
  mirror: ReadableDatabase,
  { of, id, rules, today }: MissingInput,
): { household: Subject; missing: MissingDocument[] }[] {
  const sql = statementsOf(askedWhere[of])
  const byHousehold = <Row>(statement: string, more: { types?: string } = {}) => {
    const rows = mirror.prepare<[object], Row & { household_id: string }>(statement).all({ id, ...more })
    return Map.groupBy(rows, ({ household_id }) => household_id)
  }
  const primaries = byHousehold<Subject>(sql.primaries)
  const entities = byHousehold<Subject & { kind: string }>(sql.entities)
  const types = JSON.stringify([...new Set(rules.flatMap((rule) => rule.types))])
  const documents = byHousehold<FiledDocument>(sql.documents, { types })
  const households = mirror.prepare<[object], Subject>(sql.households).all({ id })
  return households.flatMap((household) => {
    const records = {
      primaries: primaries.get(household.id) ?? [],
      entities: entities.get(household.id) ?? [],
      documents: documents.get(household.id) ?? [],
    }
    const missing = missingDocuments(rules, records, today)
    return missing.length > 0 ? [{ household, missing }] : []
  })
}

type FiledInput = { household_id: string; rules: readonly DocumentRule[] }

/** The kinds of a household's documents, the most frequent first, and the rules for which none is on file. */
export function readFiledDocuments(
  reader: Reader,
  { household_id: id, rules }: FiledInput,
): Omit<OutputOf<'today', 'filed'>, 'source'> {
  const { mirror } = reader
  const kinds = mirror
    .prepare<[string], { type: string; count: number }>(
      'SELECT type, count(*) AS count FROM documents WHERE household_id = ? GROUP BY type ORDER BY count DESC, type',
    )
    .all(id)
  const [found] = readMissingDocuments(mirror, { of: 'household', id, rules, today: reader.today() })
  return { kinds, missing: found?.missing ?? [] }
}
