import { resourceNames } from '../../shared/domain/names.ts'
import { filterColumns, furtherFilterNames, type ListColumn } from '../../shared/ipc/list-columns.ts'
import type { FiguresChecked } from '../../shared/ipc/roll-ups.ts'
import { isScopeName, scopeResources } from '../../shared/records/scopes.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { type Cell, textCell } from './cell.ts'
import type { ExportRequest } from './export-request.ts'
import { filterWords, headerOf } from './filter-words.ts'
import type { AboutLine } from './table.ts'

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

/** The age of the figures: the oldest check counts, and figures that were never requested are reported as such, not as zero. */
function figureLines(figures: FiguresChecked | null): AboutLine[] {
  if (figures === null) return []
  const { from, to, unchecked, whole_firm } = figures
  const where = whole_firm ? ', whole firm' : ''
  const never = {
    name: `Entities never checked${where}`,
    value: { kind: 'number', value: unchecked, money: false },
  } as const
  const range: AboutLine[] =
    from === null || to === null
      ? [{ name: `Figures checked${where}`, value: textCell('Never') }]
      : [
          { name: `Figures checked from${where}`, value: { kind: 'time', text: from } },
          { name: `Figures checked to${where}`, value: { kind: 'time', text: to } },
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
    const header = filter.column === 'owner_id' ? 'Owner' : titleOf(request, filter.column)
    return [filterWords({ filter, column, header, names })]
  })
}
