import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { Link, type RouteComponent, useNavigate } from '@tanstack/react-router'
import {
  type FocusEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { ColumnsOf, FiltersOf } from '../../../shared/ipc/list-columns.ts'
import type { GroupedList, Summed } from '../../../shared/ipc/roll-ups.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { DataGrid } from '../../components/data-grid/DataGrid.tsx'
import { GridLinks } from '../../components/data-grid/GridRow.tsx'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import type { ReadWindow, RowSource, WindowPage } from '../../components/data-grid/row-source.ts'
import { noRows, type RowSelection } from '../../components/data-grid/selection.ts'
import { type GridView, useViewState } from '../../components/data-grid/view-state.ts'
import { windowSize } from '../../components/data-grid/windows.ts'
import { Page } from '../../components/Page.tsx'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import {
  isReading,
  isUnread,
  ListFreshness,
  noValueKnown,
  useIsUnread,
  useResourceProgress,
  useSyncStatus,
} from '../../components/sync-state.tsx'
import { UnreadValue } from '../../components/Unread.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { type Api, useApi, useConnection } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useListTrail } from '../../lib/list-trail.ts'
import { describeScope, type Scope } from '../../lib/scope.ts'
import { useDensity } from '../../lib/use-preferences.ts'
import { useLeaveOut } from '../missing-documents/public.ts'
import { defaultSorts } from './default-sorts.ts'
import { EmptyList } from './EmptyList.tsx'
import { ListDock, ListToolbar, useExport, ViewPicker } from './ListToolbar.tsx'
import { onlySame } from './list-search.ts'
import classes from './lists.module.css'
import { type ListState, useFilterNames, useListState, useOfferedColumns } from './use-list-state.ts'
import { useRowSource } from './use-row-source.ts'
import { useGroups, useListFooter } from './use-sum-lines.tsx'

const RowMenuItems = lazyPart(async () => (await import('./RowMenuItems.tsx')).RowMenuItems, {
  // The menu requests them again when it is next opened.
  failed: (_, isLoaded) => (
    <p className={classes.itemsFailed}>
      Some actions could not be {isLoaded ? 'shown' : 'loaded'}. Open the menu again.
    </p>
  ),
})

/** Input of a list request: a window of rows, sorted and filtered. */
type ListWindow<R extends Resource> = {
  connectionId: string
  offset: number
  limit: number
  sort: { column: ColumnsOf<R>; direction: 'asc' | 'desc' }
  filters?: Filter<FiltersOf<R>>[]
  scope?: Scope
  group?: string
}

/** One `list` procedure of the contract. */
type ListProcedure<R extends Resource, Row> = {
  call: (input: ListWindow<R>, options?: { signal?: AbortSignal }) => Promise<WindowPage<Row>>
  key: () => QueryKey
}

type ListRow = { id: string; title: string; pending: PendingMark | null }

/** The parts in which lists differ. */
type ListDefinition<R extends Resource, Row extends ListRow> = {
  resource: R
  list: (api: Api) => ListProcedure<R, Row>
  columns: readonly GridColumn<Row>[]
  /** Key facts of a row, shown beside the list on Space. */
  summary: (row: Row) => ReactNode
  /** Actions for this kind of record. */
  actions?: ReactNode
}

const noView: GridView = {}
const firstWindow = { offset: 0, limit: windowSize }

/** The procedure's path in the contract, with which its query keys begin. */
const listPath = ({ key }: Pick<ListProcedure<Resource, unknown>, 'key'>) => key()[0] as readonly string[]

/** The query of the figures that a list shows; undefined if it shows no amounts. */
function figuresOf(resource: Resource, input: object): Summed | undefined {
  const { connectionId: _, ...query } = input as { connectionId: string }
  // The input's columns are those of this resource.
  return resource === 'entities' || resource === 'valuations' ? ({ what: resource, ...query } as Summed) : undefined
}

/** The groups of a list as they are shown. */
const shownGroups = (source: RowSource<unknown>, { closed }: GridView) =>
  (source.groups() ?? []).map(({ key, rows }) => ({ rows, closed: closed?.includes(key) ?? false }))

type SelectionOptions<Row> = {
  of: string
  source: RowSource<Row>
  /** True if the lines of the grid are not the rows of the source, because groups have headings. */
  isGrouped: boolean
  onMessage: (text: string) => void
}

/** A list at the time when rows of it were selected. */
type SeenList = { source: RowSource<unknown>; total: number | null; refreshes: number; ids: string | null }

/** The ids of all rows in their order; null if the list is longer than one window, or not read. */
function idsOf<Row extends { id: string }>(source: RowSource<Row>): string | null {
  const total = source.total() ?? Number.POSITIVE_INFINITY
  if (total > windowSize) return null
  const rows = Array.from({ length: total }, (_, index) => source.rowAt(index))
  return rows.includes(undefined) ? null : JSON.stringify(rows.map((row) => row?.id))
}

/** Whether other rows are in a list than when rows of it were selected, as far as the rows that are read show it. */
function changeSince<Row extends { id: string }>(
  seen: SeenList,
  { rows, source, isGrouped }: { rows: RowSelection<Row>; source: RowSource<Row>; isGrouped: boolean },
): 'changed' | 'unknown' | null {
  if (seen.total !== source.total()) return 'changed'
  const isReread = source.refreshes() !== (seen.source === source ? seen.refreshes : 0)
  if (!isReread) return null
  if (seen.source !== source || isGrouped) return 'unknown'
  const ids = idsOf(source)
  if (seen.ids !== null && ids !== null) return seen.ids === ids ? null : 'changed'
  const now = [...rows.marked].map(([id, { index }]) => ({ id, row: source.rowAt(index) }))
  if (now.some(({ id, row }) => row !== undefined && row.id !== id)) return 'changed'
  return rows.all || now.some(({ row }) => row === undefined) ? 'unknown' : null
}

const changeWords = { changed: 'The list has changed since.', unknown: 'The list may have changed since.' }

/**
 * The selected rows of a list, `of` which scope and filters. Other filters begin without a selection and say so: what is edited is what
 * the list shows. `change` is set if the list has, or may have, other rows than when they were selected.
 */
function useListSelection<Row extends { id: string }>({ of, source, isGrouped, onMessage }: SelectionOptions<Row>) {
  type Selected = { of: string; rows: RowSelection<Row>; seen: SeenList | null }
  const none = { of, rows: noRows, seen: null }
  const [selected, setSelected] = useState<Selected>(none)
  // Drawn again when the list is read again.
  useSyncExternalStore(source.subscribe, source.total)
  useSyncExternalStore(source.subscribe, source.refreshes)
  const isAny = ({ rows: { all, marked } }: Selected) => all || marked.size > 0
  if (selected.of !== of) {
    setSelected(none)
    onMessage(isAny(selected) ? 'Selection cleared, because the list shows other rows now.' : '')
  }
  const select = (rows: RowSelection<Row>) => {
    const seen = { source, total: source.total(), refreshes: source.refreshes(), ids: idsOf(source) }
    setSelected({ of, rows, seen })
    onMessage('')
  }
  const { rows } = selected.of === of ? selected : none
  const { seen } = selected
  const change = seen !== null && isAny(selected) ? changeSince(seen, { rows, source, isGrouped }) : null
  return { selection: rows, select, change }
}

/** The column without a word for none, because the service has not answered for some entities. */
function withoutNone<Row>(column: GridColumn<Row>): GridColumn<Row> {
  const { text, empty } = column
  if (!text || empty?.none === undefined) return column
  return { ...column, text: (row, now) => (empty.is(row) ? noValueKnown : text(row, now)) }
}

/** Columns narrower than this, in pixels, would cut "Not read yet". */
const wordsWidth = 100

/** The columns; until a sync has read all, an empty value that may still come is called unread, and a count or sum may grow. */
function useKnownColumns<Row>(columns: readonly GridColumn<Row>[]): readonly GridColumn<Row>[] {
  const status = useSyncStatus()
  const unread = columns.flatMap(({ empty }) => (empty && status && isUnread(status, empty.of) ? empty.of : []))
  const key = unread.join()
  const unreadText = status && isReading(status) ? '…' : 'Not read yet'
  const isAnyUnanswered = key === '' && (status?.valuationsNeverChecked ?? 0) > 0
  return useMemo(() => {
    if (isAnyUnanswered) return columns.map(withoutNone)
    if (key === '') return columns
    return columns.map((column) => {
      const { text, draw = column.cell, copy, tone, hint, empty } = column
      if (empty === undefined || !key.split(',').includes(empty.of)) return column
      const growing = (row: Row) => empty.grows === true && !empty.is(row)
      return {
        ...column,
        draw: (row: Row) => (empty.is(row) ? <UnreadValue narrow={column.width < wordsWidth} /> : draw(row)),
        ...(text ? { text: (row: Row, now: number) => (empty.is(row) ? unreadText : text(row, now)) } : {}),
        ...(copy ? { copy: (row: Row) => (empty.is(row) ? '' : copy(row)) } : {}),
        tone: (row: Row, now: number) => tone?.(row, now) ?? (growing(row) ? 'quiet' : undefined),
        hint: (row: Row) => (growing(row) ? 'So far: not all of it is read yet.' : hint?.(row)),
      }
    })
  }, [columns, key, unreadText, isAnyUnanswered])
}

type ListCountProps<R extends Resource, Row> = {
  resource: Resource
  source: RowSource<Row>
  list: ListProcedure<R, Row>
  input: Omit<ListWindow<R>, 'offset' | 'limit'>
}

/** The exact number of rows, and if filtered also the number without the filters. */
function ListCount<R extends Resource, Row>({ resource, source, list, input }: ListCountProps<R, Row>) {
  const total = useSyncExternalStore(source.subscribe, source.total)
  const { filters, ...whole } = input
  const all = useQuery({
    queryKey: [...list.key(), 'whole', JSON.stringify(whole)],
    queryFn: async ({ signal }) =>
      (await list.call({ ...whole, offset: 0, limit: 1 } as ListWindow<R>, { signal })).total,
    enabled: filters !== undefined,
  }).data
  const isUnread = useIsUnread(resource)
  const expected = useResourceProgress(resource)?.expected ?? null
  if (total === null || (total === 0 && isUnread)) return null
  const shown = formatCount(total)
  if (isUnread && !filters && expected !== null && expected > total)
    return (
      <Quiet>
        {shown} of {formatCount(expected)} so far
      </Quiet>
    )
  const count = filters && all !== undefined ? `${shown} of ${formatCount(all)}` : shown
  return <Quiet>{isUnread ? `${count} so far` : count}</Quiet>
}

/** Says that a list is narrowed, with a link to the full list. */
function ScopeMark({ resource, text }: { resource: Resource; text: string }) {
  const connection = useConnection()
  return (
    <p className={classes.scope}>
      <span>{text}</span>
      <Link to={`/c/$connectionId/${resource}`} params={{ connectionId: connection.id }}>
        Show all
      </Link>
    </p>
  )
}

type PeekProps<Row> = {
  source: RowSource<Row>
  index: number
  summary: (row: Row) => ReactNode
  onOpen: (row: Row) => void
  onClose: () => void
}

/** The summary of the list's active row, beside the list. The focus stays in the list, whose keys move, open and close it. */
function PeekPanel<Row extends ListRow>({ source, index, summary, onOpen, onClose }: PeekProps<Row>) {
  const row = useSyncExternalStore(source.subscribe, () => source.rowAt(index))
  return (
    <aside className={`column ${classes.panel}`} aria-label="Preview">
      <div className={classes.head}>
        <h2 className={`anywhere ${classes.title}`}>
          <RecordText>{row?.title.trim() || row?.id || '…'}</RecordText>
        </h2>
        <ActionIcon size={24} aria-label="Close the preview" onClick={onClose}>
          <IconX size={14} stroke={2} aria-hidden="true" />
        </ActionIcon>
      </div>
      <p className="quiet small">
        <kbd>Space</kbd> closes · <kbd>Enter</kbd> opens · <kbd>↑</kbd> <kbd>↓</kbd> next
      </p>
      {row === undefined ? null : (
        <>
          {summary(row)}
          <div>
            <Button variant="default" onClick={() => onOpen(row)}>
              Open
            </Button>
          </div>
        </>
      )}
    </aside>
  )
}

/** Space below and above what floats over the lower edge of a list, and the least that is kept free for it, in pixels. */
const beside = 28
const leastCovered = 68

const tabStop = '[role="grid"] [tabindex="0"]'

/** Keeps the focus in a list when its grid becomes that of another filter; `about` is what the list shows. */
function useKeptFocus(about: string) {
  const list = useRef<HTMLElement | null>(null)
  const focus = () => list.current?.querySelector<HTMLElement>(tabStop)?.focus({ preventScroll: true })
  const shown = useRef(about)
  useLayoutEffect(() => {
    if (shown.current === about) return
    shown.current = about
    if (document.activeElement === document.body) focus()
  })
  return {
    focus,
    handlers: {
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        list.current = currentTarget
      },
      // React says nothing of an element that it removes, which is how a removed grid is told from one that was left.
      onBlur: () => {
        list.current = null
      },
    },
  }
}

/** Nothing is read, exported or selected of all records before the view of the address is known. */
function ResourceGrid<R extends Resource, Row extends ListRow>(props: ListDefinition<R, Row>) {
  const known = useKnownColumns(useOfferedColumns(props.resource, props.columns))
  const state = useListState({ ...props, columns: known, defaultSort: defaultSorts[props.resource] })
  return state.pending ? <PageSkeleton label="Loading the view" /> : <ViewGrid {...props} known={known} state={state} />
}

type Known<Row> = { known: readonly GridColumn<Row>[]; state: ListState }

function ViewGrid<R extends Resource, Row extends ListRow>(props: ListDefinition<R, Row> & Known<Row>) {
  const { resource, known: columns, state } = props
  const api = useApi()
  const list = props.list(api)
  const connection = useConnection()
  const navigate = useNavigate()
  const { filters, sort, scope, group } = state
  const { rowHeight } = useDensity()
  const scoped = Object.keys(scope).length > 0
  const asked = JSON.stringify([scope, filters, ...(group === null ? [] : [group])])
  const rowsOf = JSON.stringify([connection.id, resource, scope, filters])
  const listKey = `${connection.id}/${resource}/${asked}`
  const left = useViewState((remembered) => remembered.grids[listKey]) ?? noView
  const [filtering, setFiltering] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const input = {
    connectionId: connection.id,
    sort: sort as ListWindow<R>['sort'],
    ...(filters.length > 0 ? { filters: filters as Filter<FiltersOf<R>>[] } : {}),
    ...(scoped ? { scope } : {}),
  }
  const read: ReadWindow<Row> = async ({ fresh, ...window }, signal) => {
    if (group === null) return list.call({ ...input, ...window }, { signal })
    const { connectionId, ...query } = { ...input, group }
    // The input's columns are those of this resource.
    const of = { what: resource, ...query } as GroupedList
    const [page, groups] = await Promise.all([
      list.call({ connectionId, ...query, ...window }, { signal }),
      fresh ? api.rollUps.groups.call({ connectionId, of }, { signal }) : undefined,
    ])
    return { ...page, groups: groups?.map((one) => ({ ...one, column: group })) }
  }
  const { source, about, isPrevious } = useRowSource({
    listKey: JSON.stringify([listKey, sort]),
    about: listKey,
    read,
    prefetched: group === null ? { path: listPath(list), input: { ...input, ...firstWindow } } : null,
    expected: left.total ?? null,
    ...{ startAt: group === null ? Math.floor((left.scrollTop ?? 0) / rowHeight) : 0, watch: list.key() },
  })
  // The place in the list that is shown: another one begins at its own place, once its rows are there.
  const view = useViewState((remembered) => remembered.grids[about]) ?? noView
  const remember = useViewState((remembered) => remembered.rememberGrid)
  const onView = useCallback((change: GridView) => remember(about, change), [remember, about])
  const isGrouped = group !== null
  const { selection, select, change } = useListSelection({ of: rowsOf, source, isGrouped, onMessage: setMessage })
  // Rows of the list before cannot be selected in the one that is being read.
  const onSelection = isPrevious ? () => {} : select
  const footer = useListFooter(resource, { source, input })
  const hrefOf = useCallback(
    (of: Resource, id: string) => `/c/${connection.id}/${of}/${encodeURIComponent(id)}`,
    [connection.id],
  )
  const names = useFilterNames(resource, props.columns, filters)
  const { lines, display } = useGroups({ resource, group, names, source, view, onView })
  const leave = useListTrail((trail) => trail.leave)
  const [peek, setPeek] = useState<number | null>(null)
  const grid = useKeptFocus(about)
  const [covered, setCovered] = useState(leastCovered)
  const leaveOut = useLeaveOut(resource, filters)
  const toolbar = { resource, state, columns, names, source, selection, onSelection }
  const exporting = useExport(toolbar)
  const open = (row: Row, index?: number) => {
    const { connectionId: _, ...query } = input
    if (index !== undefined)
      leave({
        connectionId: connection.id,
        resource,
        query: group === null ? query : { ...query, group },
        listKey,
        id: row.id,
        index: lines?.recordAt(index) ?? index,
        total: source.total() ?? 0,
        ...(lines ? { groups: shownGroups(source, view) } : {}),
      })
    void navigate({ to: `/c/$connectionId/${resource}/$id`, params: { connectionId: connection.id, id: row.id } })
  }

  return (
    <Page
      fill
      title={resourceNames[resource].many}
      tags={
        <>
          <ListCount resource={resource} source={source} list={list} input={input} />
          <span className={`note row ${classes.freshness}`}>
            <ListFreshness resource={resource} figures={figuresOf(resource, input)} />
          </span>
        </>
      }
      aside={
        <>
          <ViewPicker state={state} resource={resource} names={names} />
          {props.actions}
        </>
      }
    >
      {scoped ? <ScopeMark resource={resource} text={describeScope(scope)} /> : null}
      <ListToolbar {...toolbar} exporting={exporting} filtering={filtering} onFiltering={setFiltering} />
      <div className={classes.split}>
        <div className={classes.list} {...grid.handlers}>
          <GridLinks value={hrefOf}>
            <DataGrid
              key={about}
              label={resourceNames[resource].many}
              rows={{
                source: lines ?? source,
                idOf: (row) => row.id,
                height: rowHeight,
                markOf: (row) => row.pending,
                onOpen: open,
                menu: (row) => <RowMenuItems {...{ resource, leaveOut }} id={row.id} onMessage={setMessage} />,
                groups: display,
                empty: <EmptyList {...{ resource, scoped }} filtered={filters.length > 0} search={state.search} />,
                failed: (error, retry) => <ErrorState error={error} onRetry={retry} />,
              }}
              columns={{
                all: columns,
                layout: state.layout,
                onLayout: state.setLayout,
                sort,
                onSort: state.setSort,
                onFilter: setFiltering,
                onOnlySame: (column, row) => onlySame({ resource, column, row, filters, onFilters: state.setFilters }),
                footer,
              }}
              selection={{ rows: selection, onChange: onSelection }}
              place={{ view, onView }}
              peek={{
                isShown: peek !== null,
                onToggle: (index) => setPeek(peek === null ? index : null),
                onActive: (index) => setPeek((before) => (before === null ? null : index)),
              }}
              covered={covered}
              onMessage={setMessage}
            />
          </GridLinks>
          <ListDock
            {...toolbar}
            {...{ exporting, leaveOut }}
            message={message}
            onMessage={setMessage}
            warning={change === null ? '' : changeWords[change]}
            onHeight={(height) => setCovered((before) => Math.max(before, height + beside))}
            onLeave={grid.focus}
          />
        </div>
        {peek === null ? null : (
          <PeekPanel
            source={lines ?? source}
            index={peek}
            summary={props.summary}
            onOpen={(row) => open(row, peek)}
            onClose={() => setPeek(null)}
          />
        )}
      </div>
      {leaveOut?.dialog}
    </Page>
  )
}

/** The screen of one resource's list: title, view, exact count, freshness, filters and the grid. */
export const listScreen =
  <R extends Resource, Row extends ListRow>(definition: ListDefinition<R, Row>): RouteComponent =>
  () => <ResourceGrid {...definition} />
