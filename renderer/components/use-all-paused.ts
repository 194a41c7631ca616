import { useQuery } from '@tanstack/react-query'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'

/** Whether a person holds everything back that the connection's outbox would send. */
export function useAllPaused(): boolean {
  const input = { connectionId: useConnection().id }
  return useQuery(useApi().outbox.allPaused.queryOptions({ input })).data?.paused ?? false
}
