import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { builtInViews } from '../../../shared/domain/built-in-views.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/** The views that every list comes with; "My households" needs to know who sits here. */
export function useBuiltInViews(resource: Resource) {
  const api = useApi()
  const queries = useQueryClient()
  const { id: connectionId } = useConnection()
  const input = { connectionId }
  const me = useQuery({ ...api.places.me.queryOptions({ input }), enabled: resource === 'households' }).data
  const userId = me?.user_id ?? null
  return {
    views: useMemo(() => builtInViews(resource, userId), [resource, userId]),
    /** Whether nobody said yet which of the firm's users sits here. */
    asksWhoIAm: resource === 'households' && me !== undefined && userId === null,
    /** Whether it could be told anew. */
    canChangeMe: resource === 'households' && userId !== null,
    async setMe(user_id: string) {
      await api.places.setMe.call({ connectionId, user_id })
      await queries.invalidateQueries({ queryKey: api.places.me.key() })
    },
    mine: (user_id: string) => builtInViews(resource, user_id).find(({ id }) => id.endsWith(':mine')) ?? null,
  }
}
