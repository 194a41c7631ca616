import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/** The primary clients of a household except one individual, with pending changes applied; undefined while loading. */
export function useOtherPrimaries(householdId: string, but: string | null): readonly { title: string }[] | undefined {
  const input = {
    connectionId: useConnection().id,
    offset: 0,
    limit: 10,
    sort: { column: 'title' as const, direction: 'asc' as const },
    filters: [{ column: 'is_primary' as const, operator: 'is' as const, values: [true] }],
    scope: { household_id: householdId },
  }
  const rows = useQuery(useApi().individuals.list.queryOptions({ input })).data?.rows
  return rows?.filter(({ id, pending }) => id !== but && pending !== 'deleted')
}
