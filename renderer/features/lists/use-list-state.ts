import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { builtInViews, lastPrefix } from '../../../shared/domain/built-in-views.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { tellsAmounts } from '../../../shared/domain/presenting.ts'
import { furtherFilterNames, searchColumn } from '../../../shared/ipc/list-columns.ts'
import type { ColumnLayout, SavedView } from '../../../shared/ipc/views.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { arrange, toLayout } from '../../components/data-grid/column-layout.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import type { SortState } from '../../components/data-grid/view-state.ts'
import { amountsAreHidden } from '../../lib/amounts.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { type Scope, scopeFromSearch } from '../../lib/scope.ts'
import { type AddressSearch, useAddress } from '../../lib/use-address.ts'
import { useAmounts } from '../estate-amount/public.ts'
import { type ListSearch, notGrouped, readFilters, readGroup, readListSearch, writeListSearch } from './list-search.ts'

type Options<Row> = { resource: Resource; columns: readonly GridColumn<Row>[]; defaultSort: SortState }

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

const nothing: readonly SavedView[] = []

/** The saved views of one resource, and the columns as last set. Changes are shown at once. */
function useViews(resource: Resource) {
  const api = useApi()
  const queries = useQueryClient()
  const { id: connectionId } = useConnection()
  const { queryKey, ...options } = api.views.list.queryOptions({ input: { connectionId, resource } })
  const { data: all = nothing, isPending, isLoadingError, refetch } = useQuery({ queryKey, ...options })
  const again = () => void queries.invalidateQueries({ queryKey: api.views.key() })
  // Refetches only after the last pending change: a response from before may lack it.
  const onSettled = () => {
    if (queries.isMutating({ mutationKey: api.views.key() }) === 1) again()
  }
  const saving = useMutation(api.views.save.mutationOptions({ onSettled }))
  const removing = useMutation(api.views.remove.mutationOptions({ onSettled }))
  /** Several changes may be made before the list is drawn again, and an answer that is on its way has none of them. */
  const update = (change: (views: readonly SavedView[]) => SavedView[]) => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData<SavedView[]>(queryKey, (views = []) => change(views))
  }

  const save = (view: SavedView) => {
    update((views) =>
      views.some(({ id }) => id === view.id) ? views.map((one) => (one.id === view.id ? view : one)) : [...views, view],
    )
    saving.mutate({ connectionId, view })
  }
  const remove = (id: string) => {
    update((views) => views.filter((view) => view.id !== id))
    removing.mutate({ connectionId, id })
  }
  return {
    own: useMemo(() => all.filter(({ id }) => !id.startsWith(lastPrefix)), [all]),
    pending: isPending,
    retry: isLoadingError ? () => void refetch() : null,
    save,
    remove,
    /** Columns as last set in a view (by id) or in the list (null). Returns null if they were never changed. */
    lastColumns: (of: string | null) => all.find(({ id }) => id === lastPrefix + (of ?? resource))?.columns ?? null,
    keepColumns(of: string | null, columns: ColumnLayout[]) {
      const id = lastPrefix + (of ?? resource)
      save({ id, resource, name: 'Last used columns', filters: [], sort: null, columns })
    },
    forgetColumns(of: string | null) {
      const id = lastPrefix + (of ?? resource)
      if (all.some((view) => view.id === id)) remove(id)
    },
  }
}

/** Lists whose records have a relationship owner, directly or through their household. */
const owned: readonly Resource[] = ['households', 'entities', 'valuations']

/** True for the list of households while an amount is set that they are compared with, and amounts are not hidden. */
function useIsCompared(resource: Resource): boolean {
  const amounts = useAmounts(useConnection().id, null)
  return resource === 'households' && amounts?.is_any === true
}

/** The columns that compare households with an amount: not offered until one is set. */
const comparing: readonly string[] = ['against_amount', 'above_amount']

/** The columns that a list offers. */
export function useOfferedColumns<Row>(
  resource: Resource,
  columns: readonly GridColumn<Row>[],
): readonly GridColumn<Row>[] {
  const isCompared = useIsCompared(resource)
  return useMemo(
    () => (isCompared ? columns : columns.filter(({ id }) => !comparing.includes(id))),
    [columns, isCompared],
  )
}

/** The names of the columns by which a list can be filtered, and of those by which it is. */
export function useFilterNames<Row>(
  resource: Resource,
  columns: readonly GridColumn<Row>[],
  filters: readonly Filter[],
): ReadonlyMap<string, string> {
  const isCompared = useIsCompared(resource) || filters.some(({ column }) => comparing.includes(column))
  return useMemo(() => {
    const headers = columns.map(({ id, header }) => [id, header] as const)
    const names = [...Object.entries(furtherFilterNames), ...headers]
    return new Map(names.filter(([id]) => isCompared || !comparing.includes(id)))
  }, [columns, isCompared])
}

/** The built-in views of every list. "My households" requires that the user has chosen who they are. */
function useBuiltInViews(resource: Resource) {
  const api = useApi()
  const queries = useQueryClient()
  const { id: connectionId } = useConnection()
  const input = { connectionId }
  const query = useQuery({ ...api.places.me.queryOptions({ input }), enabled: owned.includes(resource) })
  const me = query.data
  const userId = me?.user_id ?? null
  const isCompared = useIsCompared(resource)
  return {
    views: useMemo(() => builtInViews(resource, userId, isCompared), [resource, userId, isCompared]),
    /** True while it is read whose households are “mine”. */
    pending: query.isLoading,
    /** Name of the view that needs to know which of the firm's users the current user is; null if that is known. */
    asksWhoIAm:
      owned.includes(resource) && me !== undefined && userId === null
        ? resource === 'households'
          ? 'My households…'
          : 'Of my households…'
        : null,
    /** True if that choice exists and can be changed. */
    canChangeMe: owned.includes(resource) && userId !== null,
    async setMe(user_id: string) {
      await api.places.setMe.call({ connectionId, user_id })
      await queries.invalidateQueries({ queryKey: api.places.me.key() })
    },
    mine: (user_id: string) =>
      builtInViews(resource, user_id, isCompared).find(({ id }) => id.endsWith(':mine')) ?? null,
  }
}

/**
 * State of a list: the view named in the address, with the address's changes to it. Filters and order are stored in the address,
 * so that back, forward, reload and restart restore them; columns are stored as last set.
 */
export function useListState<Row>({ resource, columns, defaultSort }: Options<Row>) {
  const screen = useMemo(
    () => ({
      path: resource,
      read: (search: AddressSearch) => ({ ...readListSearch(resource, search), scope: scopeFromSearch(search) }),
      write: ({ scope, ...search }: ListSearch & { scope: Scope }) => ({ ...scope, ...writeListSearch(search) }),
    }),
    [resource],
  )
  const { asked, show: showAddress } = useAddress(screen)
  const { scope } = asked
  const views = useViews(resource)
  const builtIn = useBuiltInViews(resource)
  const view = [...builtIn.views, ...views.own].find(({ id }) => id === asked.view) ?? null
  const viewFilters = useMemo(() => readFilters(resource, view?.filters ?? []), [resource, view])
  const filters = asked.filters ?? viewFilters
  const chosen = asked.sort ?? view?.sort ?? defaultSort
  // The order of amounts would tell them.
  const sort = amountsAreHidden() && tellsAmounts(chosen.column) ? defaultSort : chosen
  const viewGroup = readGroup(resource, view?.group)
  const group = asked.group === notGrouped ? null : (asked.group ?? viewGroup)
  const kept = views.lastColumns(view?.id ?? null)
  const layout = useMemo(() => toLayout(arrange(columns, kept ?? view?.columns ?? [])), [columns, kept, view])
  const ownLayout = useMemo(() => toLayout(arrange(columns, view?.columns ?? [])), [columns, view])

  const go = (next: ListSearch, replace = false) => showAddress({ ...next, scope }, { replace })
  /** Null if the address need not name these filters. */
  const toAddress = (next: Filter[]) =>
    view && same(next, viewFilters) ? null : next.length === 0 && !view ? null : next
  const modified =
    view === null
      ? filters.length > 0
      : !same(filters, viewFilters) ||
        !same(sort, view.sort ?? defaultSort) ||
        group !== viewGroup ||
        !same(layout, ownLayout)

  const asView = (id: string, name: string): SavedView => ({
    ...{ id, resource, name, filters, sort, columns: layout },
    ...(group === null ? {} : { group }),
  })
  const show = (next: SavedView | null) => go({ view: next?.id ?? null, filters: null, sort: null, group: null })

  return {
    scope,
    filters,
    sort,
    layout,
    /** The column by which the list is grouped; null if it is not. */
    group,
    view,
    own: views.own,
    /** Reads the user's views again; null unless they could not be read. */
    retryViews: views.retry,
    builtIn,
    modified,
    /** True while the view of the address is not read: its list would show all records. */
    pending: asked.view !== null && view === null && (views.pending || builtIn.pending),
    setFilters: (next: Filter[]) => go({ ...asked, filters: toAddress(next) }),
    /** The text in the search field; its changes replace the address, so that Back leaves the list. */
    search: String(filters.find(({ column }) => column === searchColumn)?.values[0] ?? ''),
    setSearch(text: string) {
      const others = filters.filter(({ column }) => column !== searchColumn)
      const next: Filter[] =
        text === '' ? others : [...others, { column: searchColumn, operator: 'contains', values: [text] }]
      go({ ...asked, filters: toAddress(next) }, true)
    },
    setSort: (next: SortState) => go({ ...asked, sort: next }, true),
    setGroup: (next: string | null) => go({ ...asked, group: next === viewGroup ? null : (next ?? notGrouped) }, true),
    setLayout: (next: ColumnLayout[]) => views.keepColumns(view?.id ?? null, next),
    resetLayout: () => views.forgetColumns(view?.id ?? null),
    show,
    save() {
      if (!view) return
      views.save(asView(view.id, view.name))
      views.forgetColumns(view.id)
      show(view)
    },
    saveAs(name: string) {
      const made = asView(crypto.randomUUID(), name)
      views.save(made)
      show(made)
    },
    revert() {
      if (view) views.forgetColumns(view.id)
      show(view)
    },
    rename: (name: string) => view && views.save({ ...view, name }),
    remove() {
      if (!view) return
      views.remove(view.id)
      views.forgetColumns(view.id)
      show(null)
    },
  }
}

export type ListState = ReturnType<typeof useListState>
