import { useQuery } from '@tanstack/react-query'
import type { ResourceProgress, SyncStatus } from '../../shared/ipc/sync.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'

/** Sync status of the current connection; kept current by events. */
export function useSyncStatus(): SyncStatus | undefined {
  const api = useApi()
  const connection = useConnection()
  return useQuery(api.sync.status.queryOptions({ input: { connectionId: connection.id } })).data
}

/** Sync progress of one resource. */
export function useResourceProgress(resource: Resource): ResourceProgress | undefined {
  return useSyncStatus()?.resources.find((progress) => progress.resource === resource)
}
