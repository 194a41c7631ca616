import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ColumnLayout, SavedView } from '../../../shared/ipc/views.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/** Prefix of the ids of hidden views that store the columns as last set. */
export const lastPrefix = 'last:'

const nothing: readonly SavedView[] = []

/** The saved views of one resource, and the columns as last set. Changes are shown at once. */
export function useViews(resource: Resource) {
  const api = useApi()
  const queries = useQueryClient()
  const { id: connectionId } = useConnection()
  const { queryKey, ...options } = api.views.list.queryOptions({ input: { connectionId, resource } })
  const { data: all = nothing, isPending } = useQuery({ queryKey, ...options })
  const again = () => void queries.invalidateQueries({ queryKey: api.views.key() })
  // Refetches only after the last pending change: a response from before may lack it.
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
