import { formatCalendarDate } from '../../shared/domain/dates.ts'
import type { Filter, FilterOperator } from '../../shared/domain/filter-rules.ts'
import { numberWords } from '../../shared/domain/filter-words.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import { filterColumns, furtherFilterNames, type ListColumn } from '../../shared/ipc/list-columns.ts'
import type { FiguresChecked } from '../../shared/ipc/roll-ups.ts'
import { householdFields } from '../../shared/records/household.ts'
import { isScopeName, scopeResources } from '../../shared/records/scopes.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { type AboutLine, type Cell, textCell, valueName } from './cell.ts'
import type { ExportRequest } from './export-request.ts'

export type ExportFacts = {
  connectionName: string
  /** When the last complete sweep of the list ended, ISO 8601; null if there was none. */
  asOf: string | null
  /** ISO 8601. */
  exportedAt: string
  total: number
  /** When the figures in it were checked; null for a list without figures. */
  figures: FiguresChecked | null
}

/** Looks up the names of records by id; unknown ids are omitted. */
export type FindNames = (resource: Resource, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** The lines above an exported list: its source, its filters and order, and the age of its data. Times are in UTC. */
export async function aboutLines(
  request: ExportRequest,
  facts: ExportFacts,
  findNames: FindNames,
): Promise<AboutLine[]> {
  const filters = [
    ...(await scopeWords(request, findNames)),
    ...(await filtersInWords(request, findNames)),
    ...(request.selected === null ? [] : ['Selected rows only']),
  ]
  const { column, direction } = request.sort
  const time = (text: string): Cell => ({ kind: 'time', text })
  return [
    { name: 'Source', value: textCell('Steward') },
    { name: 'Connection', value: textCell(facts.connectionName) },
    { name: 'List', value: textCell(resourceNames[request.resource].many) },
    { name: 'Filters', value: textCell(filters.length === 0 ? 'None' : filters.join('; ')) },
    {
      name: 'Sorted by',
      value: textCell(`${titleOf(request, column)}, ${direction === 'asc' ? 'ascending' : 'descending'}`),
    },
    {
      name: 'As of',
      value: facts.asOf === null ? textCell('The list was never fully downloaded') : time(facts.asOf),
    },
    ...figureLines(facts.figures),
    { name: 'Exported at', value: time(facts.exportedAt) },
    { name: 'Times are in', value: textCell('UTC') },
    { name: 'Rows', value: { kind: 'number', value: facts.total, money: false } },
  ]
}

/** The age of the values, in the words of the screens: the oldest check counts, and values that were never requested are reported as such, not as zero. */
function figureLines(figures: FiguresChecked | null): AboutLine[] {
  if (figures === null) return []
  const { from, to, unchecked, whole_firm } = figures
  const where = whole_firm ? ', firm-wide' : ''
  const never = {
    name: `Entities never checked${where}`,
    value: { kind: 'number', value: unchecked, money: false },
  } as const
  const range: AboutLine[] =
    from === null || to === null
      ? [{ name: `Values checked${where}`, value: textCell('Not checked yet') }]
      : [
          { name: `Values checked from${where}`, value: { kind: 'time', text: from } },
          { name: `Values checked to${where}`, value: { kind: 'time', text: to } },
        ]
  return unchecked > 0 ? [...range, never] : range
}

const titleOf = ({ columns }: ExportRequest, column: string) =>
  columns.find((candidate) => candidate.column === column)?.header ?? furtherFilterNames[column] ?? headerOf(column)

async function scopeWords({ scope }: ExportRequest, findNames: FindNames): Promise<string[]> {
  const words = Object.entries(scope).map(async ([name, id]) => {
    if (!isScopeName(name)) return `${headerOf(name)} is ${id}`
    const resource = scopeResources[name]
    const called = (await findNames(resource, [id])).get(id) ?? id
    return `${resourceNames[resource].one} is ${called}`
  })
  return Promise.all(words)
}

async function filtersInWords(request: ExportRequest, findNames: FindNames): Promise<string[]> {
  const known: Readonly<Record<string, ListColumn>> = filterColumns[request.resource]
  const owners = request.filters
    .filter(({ column }) => column === 'owner_id')
    .flatMap(({ values }) => values.map(String))
  const names = owners.length === 0 ? new Map<string, string>() : await findNames('users', owners)
  return request.filters.flatMap((filter) => {
    const column = known[filter.column]
    if (column === undefined) return []
    const header =
      filter.column === 'owner_id'
        ? householdFields.primary_relationship_owner_id.header
        : titleOf(request, filter.column)
    return [filterWords({ filter, column, header, names })]
  })
}

/** A filter's operator and values in words. */
const words: Readonly<Record<FilterOperator, (values: readonly string[]) => string>> = {
  contains: ([text]) => `contains “${text}”`,
  not_contains: ([text]) => `does not contain “${text}”`,
  starts_with: ([text]) => `starts with “${text}”`,
  is: ([value]) => `is ${value}`,
  is_not: ([value]) => `is not ${value}`,
  any_of: (values) => `is ${values.join(' or ')}`,
  none_of: (values) => `is not ${values.join(' or ')}`,
  on_or_after: ([date]) => `is on or after ${date}`,
  on_or_before: ([date]) => `is on or before ${date}`,
  between: ([from, to]) => `is from ${from} to ${to}`,
  within_days: ([days]) => `is within the last ${days} days`,
  older_than_days: ([days]) => `is more than ${days} days ago`,
  equals: ([number]) => `is ${number}`,
  at_least: ([number]) => `is at least ${number}`,
  at_most: ([number]) => `is at most ${number}`,
  has: () => 'has a value',
  has_not: () => 'has no value',
}

type FilterWords = {
  filter: Filter
  column: ListColumn
  /** The column's display name. */
  header: string
  /** Names of the records that are referenced by id. */
  names: ReadonlyMap<string, string>
}

/** A filter in words, such as `Kind is SLAT or GRAT`. */
function filterWords({ filter, column, header, names }: FilterWords): string {
  const say = (value: Filter['values'][number]): string => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value === 'number') return column.unit ? numberWords(value, column.unit) : String(value)
    if (column.kind === 'enum') return names.get(value) ?? valueName(filter.column, value)
    if (column.kind === 'date' || column.kind === 'time') return formatCalendarDate(value)
    return value
  }
  return `${header} ${words[filter.operator](filter.values.map(say))}`
}

/** The header of a field without an explicit one: `household_name` becomes `Household name`. */
function headerOf(column: string): string {
  const plain = column.replaceAll('_', ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
