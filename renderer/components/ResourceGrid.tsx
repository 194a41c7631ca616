import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { resourceNames } from '../../shared/domain/names.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { useConnection } from '../lib/connection.ts'
import { presentError } from '../lib/present-error.ts'
import { describeScope, type Scope } from '../lib/scope.ts'
import { type GridView, type SortState, useViewState } from '../lib/view-state.ts'
import { DataGrid } from './data-grid/DataGrid.tsx'
import type { GridColumn } from './data-grid/grid-column.ts'
import type { WindowQuery } from './data-grid/use-window-rows.ts'
import { ListFreshness } from './Freshness.tsx'
import { Page } from './Page.tsx'
import { ScopeMark } from './ScopeMark.tsx'
import { EmptyState, ErrorState } from './States.tsx'
import { useResourceProgress, useSyncStatus } from './sync-state.ts'
import { Quiet } from './Values.tsx'

export type ListWindow<Column extends string> = {
  connectionId: string
  offset: number
  limit: number
  sort: { column: Column; direction: 'asc' | 'desc' }
  scope?: Scope
}

type Props<Row, Column extends string> = {
  resource: Resource
  columns: readonly GridColumn<Row>[]
  sortColumns: readonly [Column, ...Column[]]
  defaultSort: { column: Column; direction: 'asc' | 'desc' }
  scope: Scope
  idOf: (row: Row) => string
  query: (window: ListWindow<Column>) => WindowQuery<Row>
}

const noView: GridView = {}

function EmptyList({ resource, scoped }: { resource: Resource; scoped: boolean }) {
  const progress = useResourceProgress(resource)
  const running = useSyncStatus()?.state === 'running'
  const many = resourceNames[resource].many.toLowerCase()
  if (running) return <EmptyState title={`No ${many} yet`} hint="They appear here as they arrive from the service." />
  if (scoped) return <EmptyState title={`No ${many} here`} hint="Remove the filter above to see the whole list." />
  if (!progress?.lastCompleteAt)
    return <EmptyState title={`No ${many} yet`} hint="Check the service with “Sync now” in the sidebar." />
  return <EmptyState title={`No ${many}`} hint={`The service has none to show for this connection.`} />
}

/** The screen of one resource's list: title, exact count, freshness, and the grid. */
export function ResourceGrid<Row, Column extends string>(props: Props<Row, Column>) {
  const { resource, columns, sortColumns, defaultSort, scope, idOf, query } = props
  const connection = useConnection()
  const navigate = useNavigate()
  const place = `${connection.id}/${resource}/${JSON.stringify(scope)}`
  const view = useViewState((state) => state.grids[place]) ?? noView
  const remember = useViewState((state) => state.rememberGrid)
  const onView = useCallback((change: GridView) => remember(place, change), [remember, place])
  const sort = useMemo(() => {
    const column = sortColumns.find((name) => name === view.sort?.column)
    return column && view.sort ? { column, direction: view.sort.direction } : defaultSort
  }, [sortColumns, view.sort, defaultSort])
  const onSort = useCallback((next: SortState) => onView({ sort: next }), [onView])
  const scoped = Object.keys(scope).length > 0
  const total = view.total
  const open = (row: Row) =>
    void navigate({ to: `/c/$connectionId/${resource}/$id`, params: { connectionId: connection.id, id: idOf(row) } })

  return (
    <Page
      fill
      title={resourceNames[resource].many}
      tags={total === undefined ? null : <Quiet>{total.toLocaleString('en-US')}</Quiet>}
      aside={<ListFreshness resource={resource} />}
    >
      {scoped ? <ScopeMark resource={resource} text={describeScope(scope)} /> : null}
      <DataGrid
        key={place}
        label={resourceNames[resource].many}
        columns={columns}
        sort={sort}
        onSort={onSort}
        query={(window) => query({ connectionId: connection.id, ...window, sort, ...(scoped ? { scope } : {}) })}
        onOpen={open}
        view={view}
        onView={onView}
        empty={<EmptyList resource={resource} scoped={scoped} />}
        failed={(error, retry) => <ErrorState error={presentError(error)} onRetry={retry} />}
      />
    </Page>
  )
}
