import { useMemo, useSyncExternalStore } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { listColumns } from '../../../shared/ipc/list-columns.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { RowSource } from '../../components/data-grid/row-source.ts'
import { allRows, countSelected, noRows, type RowSelection } from '../../components/data-grid/selection.ts'
import { FilterBar } from '../../components/filters/FilterBar.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { ExportMenu } from './exports/ExportMenu.tsx'
import { ExportStatus } from './exports/ExportStatus.tsx'
import { useExport } from './exports/use-export.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { ListState } from './use-list-state.ts'
import classes from './views.module.css'

type Props<Row> = {
  resource: Resource
  state: ListState
  names: ReadonlyMap<string, string>
  source: RowSource<Row>
  selection: RowSelection<Row>
  onSelection: (selection: RowSelection<Row>) => void
  filtering: string | null
  onFiltering: (column: string | null) => void
  /** Result of the last action, for example that rows were copied. */
  said: string
}

/** The filter by the user who is the owner is asked for far more often than the one by their name. */
const ownerNames = [
  ['owner_id', 'Owner'],
  ['owner_name', 'Owner’s name'],
] as const

/** The bar above the grid: filters, selection, columns, export. */
export function ListToolbar<Row>(props: Props<Row>) {
  const { resource, state, names, source, selection } = props
  const connection = useConnection()
  const exporting = useExport()
  const total = useSyncExternalStore(source.subscribe, source.total) ?? 0
  const selected = countSelected(selection, total)
  const words = selected > 0 ? `${formatCount(selected)} ${selected === 1 ? 'row' : 'rows'} selected.` : ''
  const { step } = exporting.state
  const filterNames = useMemo(() => new Map([...names, ...ownerNames]), [names])
  const exportAs = (format: 'csv' | 'xlsx') =>
    exporting.start({
      connectionId: connection.id,
      resource,
      format,
      columns: state.layout
        .filter(({ column, hidden }) => !hidden && Object.hasOwn(listColumns[resource], column))
        .map(({ column }) => ({ column, header: names.get(column) ?? column })),
      filters: state.filters,
      scope: state.scope,
      sort: state.sort,
      ...(state.group === null ? {} : { group: state.group }),
      selected: selected === 0 ? null : { except: selection.all, ids: [...selection.marked.keys()] },
    })
  const busy = step === 'choosing' || step === 'writing'
  useCommand('list.export-xlsx', busy ? null : () => exportAs('xlsx'))
  useCommand('list.export-csv', busy ? null : () => exportAs('csv'))
  useCommand('list.clear-filters', state.filters.length > 0 ? () => state.setFilters([]) : null)
  useCommand('list.select-all', selected < total ? () => props.onSelection(allRows) : null)
  useCommand('list.clear-selection', selected > 0 ? () => props.onSelection(noRows) : null)
  return (
    <div className={classes.toolbar}>
      <SearchField
        label={`Search ${resourceNames[resource].many.toLowerCase()}`}
        text={state.search}
        onSearch={state.setSearch}
      />
      <FilterBar
        resource={resource}
        names={filterNames}
        filters={state.filters}
        onFilters={state.setFilters}
        filtering={props.filtering}
        onFiltering={props.onFiltering}
      />
      <span className={classes.said} role="status">
        {[words, props.said].filter(Boolean).join(' ')}
      </span>
      {selected > 0 ? (
        <SelectionBar
          {...{ resource, state, selection, total, selected, busy }}
          onSelection={props.onSelection}
          onExport={exportAs}
        />
      ) : null}
      <div className={classes.end}>
        <ColumnsPanel layout={state.layout} names={names} onLayout={state.setLayout} onReset={state.resetLayout} />
        {selected === 0 ? <ExportMenu busy={busy} onExport={exportAs} /> : null}
      </div>
      <ExportStatus {...exporting} />
    </div>
  )
}
