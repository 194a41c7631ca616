import { useQuery } from '@tanstack/react-query'
import { useApi } from './api.ts'
import { useConnection } from './connection.ts'

type Named = 'entities' | 'households' | 'individuals' | 'users'

/** A record's name; null while it is unknown, or if the record is not in the offline copy. */
export function useRecordName(resource: Named, id: string): string | null {
  const api = useApi()
  const input = { connectionId: useConnection().id, id }
  const of = (one: Named) => ({ enabled: resource === one })
  const names = [
    useQuery({ ...api.entities.get.queryOptions({ input }), ...of('entities') }).data?.record.display_name,
    useQuery({ ...api.households.get.queryOptions({ input }), ...of('households') }).data?.title,
    useQuery({ ...api.individuals.get.queryOptions({ input }), ...of('individuals') }).data?.title,
    useQuery({ ...api.users.get.queryOptions({ input }), ...of('users') }).data?.title,
  ]
  return names.find((name) => name !== undefined && name.trim() !== '') ?? null
}
