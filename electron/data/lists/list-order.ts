import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { foldLetters } from '../../../shared/domain/fold.ts'
import { filterColumns, type ListColumn, searchColumn } from '../../../shared/ipc/list-columns.ts'
import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import { matchOf, queryWords } from '../mirror/search-index.ts'
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
  /**
   * Yes or no by what is noted in the ledger: conditions over `t` with one parameter, the notes as JSON. `any_of` is yes, `none_of` no. `ids`: the
   * notes are ids of records, so that without any, yes is for none of them and nothing has to be looked up.
   */
  noted?: Readonly<Record<string, { yes: string; no: string; ids?: true; dependsOn?: readonly Resource[] }>>
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
function dependenciesOf(shape: ListShape, column: string): readonly Resource[] {
  if (column === searchColumn) return searchDependsOn(shape.resource)
  const words = shape.words?.[column]
  if (words) return words.dependsOn
  const noted = shape.noted?.[column]
  if (noted) return noted.dependsOn ?? []
  const source = sourceOf(shape, column)
  if (source.from === 'other') return source.dependsOn
  return source.from === 'count' ? [source.resource] : []
}

/**
 * One filter as SQL. With `alone` it may use any index. Next to other conditions, only an exact value may use one, since a wide
 * range through an index would fetch every row from the wide table.
 */
function filterCondition(
  shape: ListShape,
  filter: Filter,
  options: { today: string; noted: Notes; alone: boolean },
): Condition {
  if (filter.column === searchColumn) return searchCondition(shape.resource, String(filter.values[0] ?? ''))
  const asked = shape.words?.[filter.column]
  if (asked) return wordsCondition(asked.condition, String(filter.values[0] ?? ''))
  const noted = shape.noted?.[filter.column]
  if (noted) {
    const isYes = filter.operator === 'any_of' || filter.values[0] === true
    const notes = notesOf(options.noted, filter)
    if (noted.ids && notes === '[]') return { sql: isYes ? '0' : '1', parameters: [] }
    return { sql: isYes ? noted.yes : noted.no, parameters: [notes] }
  }
  const source = sourceOf(shape, filter.column)
  const { kind } = declared(shape, filter.column)
  const exact = filter.values.length === 1 && (filter.operator === 'is' || filter.operator === 'any_of')
  const plus = options.alone || exact ? '' : '+'
  if (source.from === 'count') return countCondition(source, filter)
  const test = testOf({ kind, filter, today: options.today })
  if (source.from === 'noted') return notedCondition(test, notesOf(options.noted, filter))
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

type Direction = 'asc' | 'desc'

/** A list as a caller asks for it, without a window. */
export type ListQuery = {
  sort: { column: string; direction: Direction }
  filters?: readonly Filter[] | undefined
  scope?: Readonly<Record<string, string | undefined>> | undefined
  group?: string | undefined
}

/** The rows of a list in an order: the normal form of a query, which equal queries share. */
export type ListOrder = {
  resource: Resource
  column: string
  direction: Direction
  filters: readonly Filter[]
  scope: readonly (readonly [string, string])[]
  /** The column by whose values the rows are grouped; null for a plain list. */
  group: string | null
  /** Calendar date from which days are counted back; empty if nothing depends on it. */
  today: string
  /** The user’s notes, as JSON, of the columns and filters that depend on them. */
  noted: Notes
}

/** By {@link noteKey}. */
type Notes = Readonly<Record<string, string>>

type Noted = { column: string; operator?: Filter['operator']; values?: Filter['values'] }

/** Notes are of a column; those of a filter on choices are of its choices. */
const noteKey = ({ column, operator, values }: Noted): string =>
  operator === 'any_of' || operator === 'none_of' ? `${column} ${JSON.stringify(values)}` : column

const notesOf = (notes: Notes, of: Noted): string => notes[noteKey(of)] ?? '[]'

/** The order of a list without the values of its filters. */
export type ReadOrder = Pick<ListOrder, 'resource' | 'column' | 'direction'>

/** The data besides the mirror that an order may depend on. */
export type BesideMirror = {
  today(): string
  /** The user’s notes for a column, as JSON; `values`: of a filter. */
  noted(column: string, values: Filter['values']): string
}

/** The {@link ListOrder} of a query. */
export function listOrderOf(shape: ListShape, query: ListQuery, { today, noted }: BesideMirror): ListOrder {
  const { sort, filters = [], scope = {}, group } = query
  const isRelative =
    filters.some(({ operator }) => operator === 'within_days' || operator === 'older_than_days') ||
    (group !== undefined && declared(shape, group).grouping === 'age')
  const depending: Noted[] = [{ column: sort.column }, ...filters].filter(({ column }) => isNoted(shape, column))
  return {
    resource: shape.resource,
    ...sort,
    filters,
    scope: Object.entries(scope).flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const])),
    group: group ?? null,
    today: isRelative ? today() : '',
    noted: Object.fromEntries(depending.map((one) => [noteKey(one), noted(one.column, one.values ?? [])])),
  }
}

/** The key of an order in caches. */
export const keyOf = ({ resource, column, direction, filters, scope, group, today, noted }: ListOrder): string =>
  JSON.stringify([resource, column, direction, filters, scope, group, today, noted])

/** The key of an order's rows, whatever their order. */
export const rowsKeyOf = ({ resource, filters, scope, today, noted }: ListOrder): string =>
  JSON.stringify([resource, filters, scope, today, noted])

/** All resources whose changes can change an order. */
export function resourcesOf(
  shape: ListShape,
  { column, filters, group }: Pick<ListOrder, 'column' | 'filters' | 'group'>,
): Resource[] {
  const columns = [column, ...filters.map((filter) => filter.column), ...(group === null ? [] : [group])]
  const borrowed = columns.flatMap((name) => dependenciesOf(shape, name))
  const scoped: Resource[] = shape.resource === 'valuations' ? ['entities'] : []
  // Groups of a user's records are in the order of the users' names.
  const named: Resource[] = group === 'owner_id' ? ['users'] : []
  return [...new Set([shape.resource, ...borrowed, ...scoped, ...named])]
}

/** Scope and filters of an order as one condition; null for the whole list. */
export function conditionOf(
  shape: ListShape,
  { filters, scope, today, noted }: Pick<ListOrder, 'filters' | 'scope' | 'today' | 'noted'>,
): Condition | null {
  const alone = filters.length + scope.length === 1
  const conditions: Condition[] = [
    ...scope.map(([name, id]) => ({ sql: shape.scopes[name] ?? '0 = ?', parameters: [id] })),
    ...filters.map((filter) => filterCondition(shape, filter, { today, noted, alone })),
  ].filter(({ sql }) => sql !== '1')
  if (conditions.length === 0) return null
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  }
}

/**
 * The rows of an order as SQL: the statements' rows one after the other. Rows without a value are last in both directions, ties are by id in the
 * same direction. `isDriven` reads an order of the whole list from the records that lend it the value, which is only fast if the index back to this
 * list exists.
 */
export function orderSql(shape: ListShape, order: ListOrder, isDriven: boolean): Condition[] {
  const source = sourceOf(shape, order.column)
  const condition = conditionOf(shape, order)
  const table = `${tableOf(shape.resource)} t`
  const tie = `t.${shape.tieBreak}`
  const way = order.direction === 'asc' ? '' : ' DESC'
  const rows = (from: string, by: string, where: readonly string[] = []): Condition => {
    const all = [...(condition ? [`(${condition.sql})`] : []), ...where]
    const filtered = all.length > 0 ? ` WHERE ${all.join(' AND ')}` : ''
    return { sql: `SELECT t.row FROM ${from}${filtered} ORDER BY ${by}`, parameters: condition?.parameters ?? [] }
  }
  if (source.from === 'own') {
    // With NULLS LAST no index has the order, so it is only asked for where a row may have no value. Beside a filter, an index that has the order
    // but not the filtered column would read every wide row: the plus keeps SQLite from it.
    const plus = condition && !isWalked(shape, order) ? '+' : ''
    const last = source.nullable ? ' NULLS LAST' : ''
    return [rows(table, `${plus}${source.value}${way}${last}, ${tie}${way}`)]
  }
  if (source.from === 'count') {
    const counted = `SELECT c.${source.column} AS k, count(*) AS n FROM ${source.table} c GROUP BY c.${source.column}`
    return [rows(`${table} LEFT JOIN (${counted}) g ON g.k = t.id`, `coalesce(g.n, 0)${way}, ${tie}${way}`)]
  }
  if (source.from === 'noted') {
    const noted = notesOf(order.noted, { column: order.column })
    const rest = source.rest === undefined ? '' : `${source.rest}, `
    const present = rows(`json_each(?) b CROSS JOIN ${table} ON t.id = b.key`, `b.value${way}, ${tie}${way}`)
    const absent = rows(table, `${rest}+${tie}${way}`, [`t.id NOT IN (${notedIds})`])
    return [
      { ...present, parameters: [noted, ...present.parameters] },
      { ...absent, parameters: [...absent.parameters, noted] },
    ]
  }
  const { key, value, join, drive, keysWhere } = source
  // One pass: looking for filtered rows without a value would be another one.
  if (condition)
    return [rows(`${table} ${join.replaceAll('JOIN', 'LEFT JOIN')}`, `${value}${way} NULLS LAST, ${tie}${way}`)]
  const from = isDriven && drive ? drive : `${table} ${join.replaceAll('JOIN', 'CROSS JOIN')}`
  const absent = `(${key} IS NULL OR ${key} NOT IN (${keysWhere(`${value} IS NOT NULL`)}))`
  return [rows(from, `${value}${way}, ${tie}${way}`, [`${value} IS NOT NULL`]), rows(table, `+${tie}${way}`, [absent])]
}

/** The number of an order's rows as SQL. */
export function countSql(shape: ListShape, order: ListOrder): Condition {
  const condition = conditionOf(shape, order)
  return {
    sql: `SELECT count(*) FROM ${tableOf(shape.resource)} t${condition ? ` WHERE ${condition.sql}` : ''}`,
    parameters: condition?.parameters ?? [],
  }
}

/** True if an index has the order, so that its first rows cost nothing more; see {@link ListShape.walks}. */
export function isWalked(shape: ListShape, { column, filters, scope, group }: ListOrder): boolean {
  if (group !== null || filters.length + scope.length > 1) return false
  const [filter] = filters
  if (filter && (filter.operator !== 'any_of' || filter.values.length !== 1)) return false
  return shape.walks[filter?.column ?? scope[0]?.[0] ?? '']?.includes(column) ?? false
}
