import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/** True if the user has paused the connection's outbox. */
export function useAllPaused(): boolean {
  const input = { connectionId: useConnection().id }
  return useQuery(useApi().outbox.allPaused.queryOptions({ input })).data?.paused ?? false
}
