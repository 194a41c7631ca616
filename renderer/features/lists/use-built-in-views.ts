import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { builtInViews } from '../../../shared/domain/built-in-views.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/** The built-in views of every list. "My households" requires that the user has chosen who they are. */
export function useBuiltInViews(resource: Resource) {
  const api = useApi()
  const queries = useQueryClient()
  const { id: connectionId } = useConnection()
  const input = { connectionId }
  const me = useQuery({ ...api.places.me.queryOptions({ input }), enabled: resource === 'households' }).data
  const userId = me?.user_id ?? null
  return {
    views: useMemo(() => builtInViews(resource, userId), [resource, userId]),
    /** True if the user has not chosen yet which of the firm's users they are. */
    asksWhoIAm: resource === 'households' && me !== undefined && userId === null,
    /** True if that choice exists and can be changed. */
    canChangeMe: resource === 'households' && userId !== null,
    async setMe(user_id: string) {
      await api.places.setMe.call({ connectionId, user_id })
      await queries.invalidateQueries({ queryKey: api.places.me.key() })
    },
    mine: (user_id: string) => builtInViews(resource, user_id).find(({ id }) => id.endsWith(':mine')) ?? null,
  }
}
