import type { DocumentRule } from '../../../shared/domain/document-rules.ts'
import {
  type FiledDocument,
  type MissingDocument,
  missingDocuments,
  type Subject,
} from '../../../shared/domain/missing-documents.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { type AskedHouseholds, askedOf, askedWhere, recordsOf } from './asked-households.ts'
import type { OutputOf, Reader } from './reader.ts'

const statementsOf = (of: AskedHouseholds['of']) => {
  const primaries = `${recordsOf(of, 'individuals')} AND r.is_primary = 1 AND r.is_deceased = 0`
  const entities = `${recordsOf(of, 'entities')} AND r.stage = 'ACTIVE'`
  const documents = `${recordsOf(of, 'documents')} AND r.type IN (SELECT value FROM json_each(@types))`
  const document = 'r.type, r.individual_id, r.entity_id, r.created_at, r.household_id'
  const households = `FROM households h WHERE ${askedWhere[of]} ORDER BY h.title_sort, h.id`
  return {
    named: {
      primaries: `SELECT r.id, r.title AS name, r.household_id ${primaries}`,
      entities: `SELECT r.id, r.title AS name, r.kind, r.household_id ${entities}`,
      documents: `SELECT r.title AS name, ${document} ${documents}`,
      households: `SELECT h.id, h.title AS name ${households}`,
    },
    /** Without names, from narrow indexes. */
    nameless: {
      primaries: `SELECT r.id, '' AS name, r.household_id ${primaries}`,
      entities: `SELECT r.id, '' AS name, r.kind, r.household_id ${entities}`,
      documents: `SELECT '' AS name, ${document} ${documents}`,
      households: `SELECT h.id, '' AS name ${households}`,
    },
  }
}

/** The statements of rules for documents. */
const filedSql = {
  owner: statementsOf('owner'),
  some: statementsOf('some'),
  firm: statementsOf('firm'),
}

type Statements = (typeof filedSql)['firm']['named']

type MissingInput = AskedHouseholds & {
  rules: readonly DocumentRule[]
  /** `YYYY-MM-DD`. */
  today: string
}

/** Households for which rules find no document on file, with these rules; by name. */
export function readMissingDocuments(mirror: ReadableDatabase, input: MissingInput) {
  return applyRules(mirror, input, filedSql[input.of].named).map(({ household, missing }) => ({ household, missing }))
}

/** How many documents rules do not find on file, and in how many households; each rule by its id. */
type MissingCounts = {
  /** The households that lack any: most documents first, then by name. */
  households: { household_id: string; documents: number }[]
  rules: Map<string, { documents: number; households: number }>
}

/** Counts the documents that rules do not find on file. */
export function countMissingDocuments(mirror: ReadableDatabase, input: MissingInput): MissingCounts {
  // Only rules with a year need names: the year is searched in a document's name, except where the name of its entity is part of it.
  const [ofYear, plain] = [input.rules.filter(({ year }) => year), input.rules.filter(({ year }) => !year)]
  const counts = new Map<string, { documents: number; place: number }>()
  const ofRules: MissingCounts['rules'] = new Map()
  for (const [rules, sql] of [
    [plain, filedSql[input.of].nameless],
    [ofYear, filedSql[input.of].named],
  ] as const) {
    if (rules.length === 0) continue
    for (const { household, missing, place } of applyRules(mirror, { ...input, rules }, sql)) {
      const documents = (counts.get(household.id)?.documents ?? 0) + missing.length
      counts.set(household.id, { documents, place })
      for (const [id, theirs] of Map.groupBy(missing, ({ rule_id }) => rule_id)) {
        const before = ofRules.get(id) ?? { documents: 0, households: 0 }
        ofRules.set(id, { documents: before.documents + theirs.length, households: before.households + 1 })
      }
    }
  }
  const households = [...counts]
    .sort(([, one], [, other]) => other.documents - one.documents || one.place - other.place)
    .map(([household_id, { documents }]) => ({ household_id, documents }))
  return { households, rules: ofRules }
}

/** Reads the records of the kinds that rules are about, and applies them household by household. */
function applyRules(
  mirror: ReadableDatabase,
  { id, rules, today }: MissingInput,
  sql: Statements,
): { household: Subject; missing: MissingDocument[]; place: number }[] {
  const byHousehold = <Row>(statement: string, more: { types?: string } = {}) => {
    const rows = mirror.prepare<[object], Row & { household_id: string }>(statement).all({ id, ...more })
    return Map.groupBy(rows, ({ household_id }) => household_id)
  }
  const areAbout = (each: DocumentRule['each']) => rules.some((rule) => rule.each === each)
  const primaries = areAbout('primary') ? byHousehold<Subject>(sql.primaries) : undefined
  const entities = areAbout('entity') ? byHousehold<Subject & { kind: string }>(sql.entities) : undefined
  const types = JSON.stringify([...new Set(rules.flatMap((rule) => rule.types))])
  const documents = byHousehold<FiledDocument>(sql.documents, { types })
  const households = mirror.prepare<[object], Subject>(sql.households).all({ id })
  return households.flatMap((household, place) => {
    const records = {
      primaries: primaries?.get(household.id) ?? [],
      entities: entities?.get(household.id) ?? [],
      documents: documents.get(household.id) ?? [],
    }
    const missing = missingDocuments(rules, records, today)
    return missing.length > 0 ? [{ household, missing, place }] : []
  })
}

type FiledInput = { household_id: string; rules: readonly DocumentRule[] }

/** The kinds of a household's documents, the most frequent first, and the rules for which none is on file. */
export function readFiledDocuments(
  reader: Reader,
  { household_id: id, rules }: FiledInput,
): Pick<OutputOf<'today', 'filed'>, 'kinds' | 'missing'> {
  const { mirror } = reader
  const kinds = mirror
    .prepare<[string], { type: string; count: number }>(
      'SELECT type, count(*) AS count FROM documents WHERE household_id = ? GROUP BY type ORDER BY count DESC, type',
    )
    .all(id)
  const [found] = readMissingDocuments(mirror, {
    ...askedOf({ owner_id: null, household_ids: [id] }),
    rules,
    today: reader.today(),
  })
  return { kinds, missing: found?.missing ?? [] }
}
