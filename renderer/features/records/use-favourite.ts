import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Place } from '../../../shared/ipc/views.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi, useConnection } from '../../lib/api.ts'

/**
 * Whether a record is a favorite, and how to change it. `toggle` waits until the favorites have been read, so that no click or key is
 * lost; if they cannot be read, it adds the record, which changes nothing for one that is there.
 */
export function useFavourite({ resource, id }: { resource: Resource; id: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const options = api.places.favourites.queryOptions({ input: { connectionId } })
  const query = useQuery(options)
  const isIn = (places: readonly Place[]) => places.some((place) => place.resource === resource && place.id === id)
  const { mutate } = useMutation(api.places.setFavourite.mutationOptions())
  const toggle = async () => {
    const places = query.data ?? (await queries.ensureQueryData(options).catch(() => []))
    mutate({ connectionId, resource, id, favourite: !isIn(places) })
  }
  return {
    query,
    /** Null while the favorites have not been read. */
    isFavourite: query.data === undefined ? null : isIn(query.data),
    toggle: () => void toggle(),
  }
}
