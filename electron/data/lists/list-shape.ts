import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { foldLetters } from '../../../shared/domain/fold.ts'
import { filterColumns, type ListColumn, searchColumn } from '../../../shared/ipc/list-columns.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { matchOf, queryWords } from '../mirror/search-words.ts'
import { type Condition, numberPasses, type Test, testOf } from './conditions.ts'

/** The source of a listed column's values; `t` is the list's own table. */
export type ColumnSource =
  /** In the list's own table: null if empty, text folded. */
  | { from: 'own'; value: string; nullable: boolean }
  /** In a record that this one refers to. */
  | ({ from: 'other' } & Borrowed)
  /**
   * Noted of the record in the ledger: a folded text by the record's id, as JSON, which the list's order has. `rest`: by which the records
   * without a note are ordered, in both directions.
   */
  | { from: 'noted'; rest?: string }
  /** Number of records that refer to this one. */
  | { from: 'count'; table: string; column: string; resource: Resource }

export type Borrowed = {
  /** The expression that refers to the other record. */
  key: string
  /** The value there, over the other table as `b`. */
  value: string
  /** The keys of the other records that satisfy a condition. */
  keysWhere(condition: string): string
  /** Joins this list to the other record. */
  join: string
  /** Joins the other records, in the order of their values, to this list; for orders of the whole list, where it is faster. */
  drive?: string
  /** The resource whose indexes `drive` needs. */
  drivenBy?: Resource
  dependsOn: readonly Resource[]
}

/** The columns, filters and scopes of a list, from which its order is built. */
export type ListShape = {
  resource: Resource
  /** Column that breaks ties. */
  tieBreak: string
  columns: Readonly<Record<string, ColumnSource>>
  /** Columns that can only be searched, by words: a condition over `t` with one parameter, a full-text expression. */
  words?: Readonly<Record<string, { condition: string; dependsOn: readonly Resource[] }>>
  /** Yes or no by what is noted in the ledger: conditions over `t` with one parameter, the notes as JSON. */
  noted?: Readonly<Record<string, { yes: string; no: string }>>
  /** Scopes of this list, as conditions over `t` with one parameter. */
  scopes: Readonly<Record<string, string>>
  /** Orders that an index provides, by the column that is fixed to one value; `''` for the whole list. */
  walks: Readonly<Record<string, readonly string[]>>
}

/** The listed column's declaration: its kind, and whether it may be empty. */
export function declared(shape: ListShape, column: string): ListColumn {
  const columns: Readonly<Record<string, ListColumn>> = filterColumns[shape.resource]
  const found = columns[column]
  if (!found) throw new RangeError('A list has no such column.')
  return found
}

/** The source of a column's values. */
export function sourceOf(shape: ListShape, column: string): ColumnSource {
  const found = shape.columns[column]
  if (!found) throw new RangeError('A list has no such column.')
  return found
}

/** True for a column that depends on what is noted in the ledger. */
export const isNoted = (shape: ListShape, column: string): boolean =>
  shape.noted?.[column] !== undefined || shape.columns[column]?.from === 'noted'

/** Resources whose changes can change a list that is sorted or filtered by a column. */
export function dependenciesOf(shape: ListShape, column: string): readonly Resource[] {
  if (column === searchColumn) return searchDependsOn(shape.resource)
  const words = shape.words?.[column]
  if (words) return words.dependsOn
  if (shape.noted?.[column]) return []
  const source = sourceOf(shape, column)
  if (source.from === 'other') return source.dependsOn
  return source.from === 'count' ? [source.resource] : []
}

/**
 * One filter as SQL. With `alone` it may use any index. Next to other conditions, only an exact value may use one, since a wide
 * range through an index would fetch every row from the wide table.
 */
export function filterCondition(
  shape: ListShape,
  filter: Filter,
  options: { today: string; noted: string; alone: boolean },
): Condition {
  if (filter.column === searchColumn) return searchCondition(shape.resource, String(filter.values[0] ?? ''))
  const asked = shape.words?.[filter.column]
  if (asked) return wordsCondition(asked.condition, String(filter.values[0] ?? ''))
  const noted = shape.noted?.[filter.column]
  if (noted) return { sql: filter.values[0] === true ? noted.yes : noted.no, parameters: [options.noted] }
  const source = sourceOf(shape, filter.column)
  const { kind } = declared(shape, filter.column)
  const exact = filter.values.length === 1 && (filter.operator === 'is' || filter.operator === 'any_of')
  const plus = options.alone || exact ? '' : '+'
  if (source.from === 'count') return countCondition(source, filter)
  const test = testOf({ kind, filter, today: options.today })
  if (source.from === 'noted') return notedCondition(test, options.noted)
  return source.from === 'own' ? test.of(plus + source.value) : borrowedCondition(source, test, plus)
}

/** A text without any word matches nothing. */
function wordsCondition(condition: string, text: string): Condition {
  const words = queryWords(text)
  return words.length === 0 ? { sql: '0', parameters: [] } : { sql: condition, parameters: [matchOf(words)] }
}

/** The records of which a text is noted. */
export const notedIds = 'SELECT b.key FROM json_each(?) b'

function notedCondition(test: Test, noted: string): Condition {
  const { sql, parameters } = test.of('b.value')
  const found = `t.id IN (${notedIds} WHERE ${sql})`
  if (!test.whenEmpty) return { sql: found, parameters: [noted, ...parameters] }
  return { sql: `(${found} OR t.id NOT IN (${notedIds}))`, parameters: [noted, ...parameters, noted] }
}

function borrowedCondition(source: Borrowed, test: Test, plus: string): Condition {
  const { sql, parameters } = test.of(source.value)
  const found = `${plus}${source.key} IN (${source.keysWhere(sql)})`
  if (!test.whenEmpty) return { sql: found, parameters }
  const missing = `${source.key} IS NULL OR ${source.key} NOT IN (${source.keysWhere(`${source.value} IS NOT NULL`)})`
  return { sql: `(${found} OR ${missing})`, parameters }
}

function countCondition(source: { table: string; column: string }, filter: Filter): Condition {
  const { table, column } = source
  const { sql, parameters } = testOf({ kind: 'number', filter, today: '' }).of('count(*)')
  const grouped = `SELECT c.${column} FROM ${table} c WHERE c.${column} IS NOT NULL GROUP BY c.${column} HAVING ${sql}`
  const found = `t.id IN (${grouped})`
  if (!numberPasses(filter, 0)) return { sql: found, parameters }
  const none = `t.id NOT IN (SELECT c.${column} FROM ${table} c WHERE c.${column} IS NOT NULL)`
  return { sql: `(${found} OR ${none})`, parameters }
}

/** The texts in which a list's search field looks, as folded SQL expressions or conditions over `t`. */
type SearchedTexts = {
  /** Conditions with one parameter, a folded word; one of them must hold. */
  contains: readonly string[]
  /** Resources whose texts are searched besides the list's own. */
  dependsOn: readonly Resource[]
}

/** Further words are ignored, because they would not narrow the list. */
const maxWords = 12

const text = (column: string) => `instr(coalesce(t.${column}_sort, ''), ?) > 0`
const householdNamed = 'SELECT h.id FROM households h WHERE instr(h.title_sort, ?) > 0'
const household = `t.household_id IN (${householdNamed})`

/** By resource: names, and what else tells a row apart at a glance. */
const searched: Readonly<Record<Resource, SearchedTexts>> = {
  households: { contains: [text('title'), text('primaries'), text('external_id')], dependsOn: [] },
  individuals: { contains: [text('title'), text('email'), household], dependsOn: ['households'] },
  entities: { contains: [text('title'), text('external_id'), household], dependsOn: ['households'] },
  valuations: {
    contains: [
      `t.entity_id IN (SELECT e.id FROM entities e WHERE instr(e.title_sort, ?) > 0)`,
      `t.entity_id IN (SELECT e.id FROM entities e WHERE e.household_id IN (${householdNamed}))`,
    ],
    dependsOn: ['entities', 'households'],
  },
  documents: { contains: [text('title'), household], dependsOn: ['households'] },
  'document-summaries': { contains: [text('title'), household], dependsOn: ['households'] },
  users: { contains: [text('title'), text('email')], dependsOn: [] },
}

/** Resources whose changes can change what a search finds. */
const searchDependsOn = (resource: Resource): readonly Resource[] => searched[resource].dependsOn

/**
 * The rows in which every word of a text occurs, at any place of a word and ignoring case and accents. Unlike the quick search this
 * needs no index, so it also works during a first load.
 */
function searchCondition(resource: Resource, typed: string): Condition {
  const { contains } = searched[resource]
  const words = foldLetters(typed).split(/\s+/u).filter(Boolean).slice(0, maxWords)
  return {
    sql: words.length === 0 ? '1' : words.map(() => `(${contains.join(' OR ')})`).join(' AND '),
    parameters: words.flatMap((word) => contains.map(() => word)),
  }
}
