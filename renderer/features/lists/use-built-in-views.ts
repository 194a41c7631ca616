import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { builtInViews } from '../../../shared/domain/built-in-views.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/** Lists whose records have a relationship owner, directly or through their household. */
const owned: readonly Resource[] = ['households', 'entities', 'valuations']

/** The built-in views of every list. "My households" requires that the user has chosen who they are. */
export function useBuiltInViews(resource: Resource) {
  const api = useApi()
  const queries = useQueryClient()
  const { id: connectionId } = useConnection()
  const input = { connectionId }
  const me = useQuery({ ...api.places.me.queryOptions({ input }), enabled: owned.includes(resource) }).data
  const userId = me?.user_id ?? null
  return {
    views: useMemo(() => builtInViews(resource, userId), [resource, userId]),
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
    mine: (user_id: string) => builtInViews(resource, user_id).find(({ id }) => id.endsWith(':mine')) ?? null,
  }
}
