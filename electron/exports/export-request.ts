import { AppError, type FieldIssue } from '../../shared/domain/app-error.ts'
import type { Filter } from '../../shared/domain/filter-rules.ts'
import type { ContractInputs } from '../../shared/ipc/contract.ts'
import { type ListColumn, listColumns, sortColumns } from '../../shared/ipc/list-columns.ts'
import { strictFilters } from '../../shared/ipc/views.ts'
import { isScopeName } from '../../shared/records/scopes.ts'
import type { ExportColumn } from './cell.ts'

export type ExportInput = ContractInputs['exports']['start']

/** An export whose columns, filters and order exist in its list; only {@link parseExport} creates one. */
export type ExportRequest = Pick<ExportInput, 'resource' | 'format' | 'sort' | 'group'> & {
  columns: ExportColumn[]
  filters: Filter[]
  scope: Record<string, string>
  selected: NonNullable<ExportInput['selected']> | null
  parsed: true
}

/** Fields of every record that are not columns but can be exported. */
const furtherColumns: Readonly<Record<string, ListColumn>> = { id: { kind: 'text' }, checked_at: { kind: 'time' } }

/** @throws AppError `ipc/bad-request` that names the invalid part */
export function parseExport(input: ExportInput): ExportRequest {
  const known: Readonly<Record<string, ListColumn>> = listColumns[input.resource]
  const kindOf = (column: string) => own(known, column)?.kind ?? own(furtherColumns, column)?.kind
  const issues: FieldIssue[] = []
  const columns = input.columns.flatMap(({ column, header }, at) => {
    const kind = kindOf(column)
    if (kind === undefined) issues.push({ field: `columns.${at}`, message: 'This list has no such column.' })
    return kind === undefined ? [] : [{ column, header, kind }]
  })
  const filters = strictFilters(input.resource).safeParse(input.filters)
  for (const { path, message } of filters.error?.issues ?? []) {
    issues.push({ field: ['filters', ...path].join('.'), message })
  }
  if (!Object.hasOwn(sortColumns[input.resource], input.sort.column)) {
    issues.push({ field: 'sort.column', message: 'This list cannot be sorted by that column.' })
  }
  if (input.group !== undefined && own(known, input.group)?.grouping === undefined) {
    issues.push({ field: 'group', message: 'This list cannot be grouped by that column.' })
  }
  for (const name of Object.keys(input.scope)) {
    if (!isScopeName(name)) issues.push({ field: `scope.${name}`, message: 'This list cannot be filtered by that.' })
  }
  if (issues.length > 0 || !filters.success) throw badExport(issues)
  const { resource, format, sort, group, scope, selected = null } = input
  return {
    resource,
    format,
    sort,
    ...(group === undefined ? {} : { group }),
    scope,
    selected,
    columns,
    filters: filters.data,
    parsed: true,
  }
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function badExport(issues: readonly FieldIssue[]): AppError {
  return new AppError('ipc/bad-request', {
    message: 'This list cannot be exported with these columns and filters.',
    nextStep: 'Reset the columns and filters listed, then export again.',
    issues,
  })
}
