import {
  countExpected,
  type ExpectedDocument,
  expectedDocuments,
  type FiledDocument,
  type FiledRecords,
  nextDue,
  type Subject,
} from '../../../shared/rules/expected-documents.ts'
import type { DocumentRule } from '../../../shared/rules/rules.ts'
import { prepareApplies } from '../ledger/rule-exceptions.ts'
import type { ReadableStores } from '../open-database.ts'
import { type AskedHouseholds, askedOf, askedWhere, recordsOf } from './asked-households.ts'
import type { OutputOf, Reader } from './reader.ts'

const statementsOf = (of: AskedHouseholds['of']) => {
  const primaries = `${recordsOf(of, 'individuals')} AND r.is_primary = 1 AND r.is_deceased = 0`
  const deceased = `${recordsOf(of, 'individuals')} AND r.is_deceased = 1`
  const entities = `${recordsOf(of, 'entities')} AND r.stage = 'ACTIVE'`
  const documents = `${recordsOf(of, 'documents')} AND r.type IN (SELECT value FROM json_each(@types))`
  const document = 'r.id, r.type, r.individual_id, r.entity_id, r.household_id'
  const death = "r.json ->> '$.date_of_death' AS date_of_death, r.household_id"
  const households = `FROM households h WHERE ${askedWhere[of]} ORDER BY h.title_sort, h.id`
  return {
    named: {
      primaries: `SELECT r.id, r.title AS name, r.household_id ${primaries}`,
      deceased: `SELECT r.id, r.title AS name, ${death} ${deceased}`,
      entities: `SELECT r.id, r.title AS name, r.kind, r.household_id ${entities}`,
      documents: `SELECT r.title AS name, ${document} ${documents}`,
      households: `SELECT h.id, h.title AS name ${households}`,
    },
    /** Without names, from narrow indexes. */
    nameless: {
      primaries: `SELECT r.id, '' AS name, r.household_id ${primaries}`,
      deceased: `SELECT r.id, '' AS name, ${death} ${deceased}`,
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

/** The documents of households that rules do not find on file, with these rules; households by name. */
export function readMissingDocuments(stores: ReadableStores, input: MissingInput) {
  return applyRules(stores, input, filedSql[input.of].named)
    .filter(({ missing }) => missing.length > 0)
    .map(({ household, missing }) => ({ household, missing }))
}

/** How many documents rules do not find on file, and in how many households; each rule by its id. */
type MissingCounts = {
  /** The households that lack any, or of which it is not known: most documents first, then by name. */
  households: { household_id: string; documents: number; unknown: number }[]
  rules: Map<string, { documents: number; households: number; unknown: number }>
}

/** How many documents each rule, by its id, does not find in one household. */
export type MissingOfHousehold = {
  household_id: string
  counts: readonly (readonly [rule: string, documents: number, unknown: number])[]
  /** See {@link nextDue}. */
  next_on: string | null
}

/** Counts the documents that rules do not find in each of some households. */
export function countMissingByHousehold(
  stores: ReadableStores,
  { ids, rules, today }: { ids: readonly string[]; rules: readonly DocumentRule[]; today: string },
): MissingOfHousehold[] {
  const input = { ...askedOf({ owner_id: null, household_ids: ids }), rules, today }
  return applyRules(stores, input, filedSql.some.named).map(({ household, missing, records }) => ({
    household_id: household.id,
    counts: [...Map.groupBy(missing, ({ rule_id }) => rule_id)].map(([rule, theirs]) => {
      const { documents, unknown } = countedOf(theirs)
      return [rule, documents, unknown] as const
    }),
    next_on: nextDue(rules, records, today),
  }))
}

/** Counts the documents that rules do not find on file. */
export function countMissingDocuments(stores: ReadableStores, input: MissingInput): MissingCounts {
  // Only rules with a year need names: the year is searched in a document's name, except where the name of its entity is part of it.
  const isPlain = ({ when = 'once' }: DocumentRule) => when === 'once'
  const counts = new Map<string, { documents: number; unknown: number; place: number }>()
  const ofRules: MissingCounts['rules'] = new Map()
  for (const [rules, sql] of [
    [input.rules.filter(isPlain), filedSql[input.of].nameless],
    [input.rules.filter((rule) => !isPlain(rule)), filedSql[input.of].named],
  ] as const) {
    if (rules.length === 0) continue
    for (const { household, missing, place } of applyRules(stores, { ...input, rules }, sql)) {
      if (missing.length === 0) continue
      const before = counts.get(household.id) ?? { documents: 0, unknown: 0 }
      const { documents, unknown } = countedOf(missing)
      counts.set(household.id, { documents: before.documents + documents, unknown: before.unknown + unknown, place })
      for (const [id, theirs] of Map.groupBy(missing, ({ rule_id }) => rule_id)) {
        const of = ofRules.get(id) ?? { documents: 0, households: 0, unknown: 0 }
        const found = countedOf(theirs)
        ofRules.set(id, {
          documents: of.documents + found.documents,
          households: of.households + (found.documents > 0 ? 1 : 0),
          unknown: of.unknown + found.unknown,
        })
      }
    }
  }
  const households = [...counts]
    .sort(([, one], [, other]) => other.documents - one.documents || one.place - other.place)
    .map(([household_id, { documents, unknown }]) => ({ household_id, documents, unknown }))
  return { households, rules: ofRules }
}

const countedOf = (expected: readonly ExpectedDocument[]) => ({
  documents: countExpected(expected.filter(({ state }) => state === 'missing')),
  unknown: countExpected(expected.filter(({ state }) => state === 'unknown')),
})

type OfHousehold<Row> = Row & { household_id: string }

/** Reads the records of the kinds that rules are about, and applies them household by household. */
function applyRules(
  stores: ReadableStores,
  { id, rules, today }: MissingInput,
  sql: Statements,
): { household: Subject; missing: ExpectedDocument[]; records: FiledRecords; place: number }[] {
  const { mirror } = stores
  const applies = prepareApplies(stores)
  const rowsOf = <Row>(statement: string, more: { types?: string } = {}) =>
    mirror.prepare<[object], OfHousehold<Row>>(statement).all({ id, ...more })
  const byHousehold = <Row>(rows: readonly OfHousehold<Row>[]) => Map.groupBy(rows, ({ household_id }) => household_id)
  const areAbout = (each: DocumentRule['each']) => rules.some((rule) => rule.each === each)
  const withYears = rules.some(({ when = 'once' }) => when !== 'once')
  const dates = withYears ? readConfirmedDates(stores) : noDates
  const primaries = areAbout('primary') ? byHousehold(rowsOf<Subject>(sql.primaries)) : undefined
  const deceased = areAbout('deceased')
    ? byHousehold(rowsOf<FiledRecords['deceased'][number]>(sql.deceased))
    : undefined
  const entities = areAbout('entity')
    ? byHousehold(
        rowsOf<Subject & { kind: string }>(sql.entities).map((entity) => ({
          ...entity,
          agreed: dates.agreements.get(entity.id) ?? null,
        })),
      )
    : undefined
  const types = JSON.stringify([...new Set(rules.flatMap((rule) => rule.types))])
  const documents = byHousehold(
    rowsOf<Omit<FiledDocument, 'year'> & { id: string }>(sql.documents, { types }).map((document) => ({
      ...document,
      year: dates.years.get(document.id) ?? null,
    })),
  )
  const households = mirror.prepare<[object], Subject>(sql.households).all({ id })
  return households.map((household, place) => {
    const records = {
      primaries: primaries?.get(household.id) ?? [],
      deceased: deceased?.get(household.id) ?? [],
      entities: entities?.get(household.id) ?? [],
      documents: documents.get(household.id) ?? [],
    }
    const missing = expectedDocuments(rules, records, today).filter(({ rule_id, about }) =>
      applies(rule_id, about?.id ?? household.id),
    )
    return { household, missing, records, place }
  })
}

/** `years`: of documents by their id; `agreements`: the date of each entity's trust agreement, `YYYY-MM-DD`. */
type ConfirmedDates = { years: ReadonlyMap<string, number>; agreements: ReadonlyMap<string, string> }

const noDates: ConfirmedDates = { years: new Map(), agreements: new Map() }

/** The types of documents by which an entity came into being. */
const agreementTypes: ReadonlySet<string> = new Set(['SIGNED_TRUST_DOCUMENT', 'EXISTING_REMAINDER_TRUST_DOCUMENT'])

/** The dates of documents that the user confirmed from their text; of several agreements of an entity the earliest. */
function readConfirmedDates({ mirror, ledger }: ReadableStores): ConfirmedDates {
  const confirmed = ledger
    .prepare<[], { id: string; date: string }>(
      `SELECT document_id AS id, json ->> '$.value' AS date FROM fact_decision
       WHERE decision = 'confirmed' AND json ->> '$.kind' = 'date' ORDER BY date DESC`,
    )
    .all()
  const document = mirror.prepare<[string], { type: string; entity_id: string | null }>(
    'SELECT type, entity_id FROM documents WHERE id = ?',
  )
  const agreements = new Map<string, string>()
  for (const { id, date } of confirmed) {
    const { type = '', entity_id = null } = document.get(id) ?? {}
    if (entity_id !== null && agreementTypes.has(type)) agreements.set(entity_id, date)
  }
  return { years: new Map(confirmed.map(({ id, date }) => [id, Number(date.slice(0, 4))])), agreements }
}

type FiledInput = { household_id: string; rules: readonly DocumentRule[] }

/** The kinds of a household's documents, the most frequent first, and the rules for which none is on file. */
export function readFiledDocuments(
  reader: Reader,
  { household_id: id, rules }: FiledInput,
): Pick<OutputOf<'today', 'filed'>, 'kinds' | 'missing'> {
  const kinds = reader.mirror
    .prepare<[string], { type: string; count: number }>(
      'SELECT type, count(*) AS count FROM documents WHERE household_id = ? GROUP BY type ORDER BY count DESC, type',
    )
    .all(id)
  const [found] = readMissingDocuments(reader, {
    ...askedOf({ owner_id: null, household_ids: [id] }),
    rules,
    today: reader.today(),
  })
  return { kinds, missing: found?.missing ?? [] }
}
