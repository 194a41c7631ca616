import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../shared/service/resource.ts'
import { useApi, useConnection } from './api.ts'

/** The name of a record that an edited field can link to; null while it is unknown, or if it is not in the offline copy. */
export function useRecordName(resource: Resource, id: string): string | null {
  const api = useApi()
  const input = { connectionId: useConnection().id, id }
  const of = (one: Resource) => ({ enabled: resource === one })
  const names = [
    useQuery({ ...api.entities.get.queryOptions({ input }), ...of('entities') }).data?.record.display_name,
    useQuery({ ...api.households.get.queryOptions({ input }), ...of('households') }).data?.title,
    useQuery({ ...api.individuals.get.queryOptions({ input }), ...of('individuals') }).data?.title,
    useQuery({ ...api.users.get.queryOptions({ input }), ...of('users') }).data?.title,
  ]
  return names.find((name) => name !== undefined && name.trim() !== '') ?? null
}
