import { useQuery } from '@tanstack/react-query'
import type { ResourceProgress, SyncStatus } from '../../shared/ipc/sync.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'

/** How the shown connection's checks stand; kept current by events. */
export function useSyncStatus(): SyncStatus | undefined {
  const api = useApi()
  const connection = useConnection()
  return useQuery(api.sync.status.queryOptions({ input: { connectionId: connection.id } })).data
}

/** How one resource's check stands. */
export function useResourceProgress(resource: Resource): ResourceProgress | undefined {
  return useSyncStatus()?.resources.find((progress) => progress.resource === resource)
}
