import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ColumnLayout, SavedView } from '../../../shared/ipc/views.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/** Layouts that a person left behind are kept as views of this kind of id, which no list of views shows. */
const lastPrefix = 'last:'

const nothing: readonly SavedView[] = []

/** The saved views of one resource, and the columns as they were last left. Changes show at once. */
export function useViews(resource: Resource) {
  const api = useApi()
  const queries = useQueryClient()
  const { id: connectionId } = useConnection()
  const { queryKey, ...options } = api.views.list.queryOptions({ input: { connectionId, resource } })
  const { data: all = nothing, isPending } = useQuery({ queryKey, ...options })
  const again = () => void queries.invalidateQueries({ queryKey: api.views.key() })
  // Once the last change is kept: what was read while one was under way may lack it.
  const onSettled = () => {
    if (queries.isMutating({ mutationKey: api.views.key() }) === 1) again()
  }
  const saving = useMutation(api.views.save.mutationOptions({ onSettled }))
  const removing = useMutation(api.views.remove.mutationOptions({ onSettled }))
  const update = (change: (views: readonly SavedView[]) => SavedView[]) => queries.setQueryData(queryKey, change(all))

  const save = (view: SavedView) => {
    const known = all.some(({ id }) => id === view.id)
    update((views) => (known ? views.map((one) => (one.id === view.id ? view : one)) : [...views, view]))
    saving.mutate({ connectionId, view })
  }
  const remove = (id: string) => {
    update((views) => views.filter((view) => view.id !== id))
    removing.mutate({ connectionId, id })
  }
  return {
    own: useMemo(() => all.filter(({ id }) => !id.startsWith(lastPrefix)), [all]),
    pending: isPending,
    save,
    remove,
    /** Columns as they were last left: in a view by its id, else in the list. Null where nobody touched them. */
    lastColumns: (of: string | null) => all.find(({ id }) => id === lastPrefix + (of ?? resource))?.columns ?? null,
    keepColumns(of: string | null, columns: ColumnLayout[]) {
      const id = lastPrefix + (of ?? resource)
      save({ id, resource, name: 'Columns as last left', filters: [], sort: null, columns })
    },
    forgetColumns(of: string | null) {
      const id = lastPrefix + (of ?? resource)
      if (all.some((view) => view.id === id)) remove(id)
    },
  }
}
