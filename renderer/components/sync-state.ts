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

/** True while there is data of the firm that this computer has never read completely, and reads now or must read first. */
export function isFirstReading(status: SyncStatus): boolean {
  const valuations = status.resources.find(({ resource }) => resource === 'valuations')
  return lastComplete(status) === null || (status.state === 'running' && valuations?.lastCompleteAt === null)
}

/** The time of the oldest complete sweep among the listed resources (ISO 8601); null until each of them has completed one. */
export function lastComplete(status: SyncStatus): string | null {
  const listed = status.resources.filter(({ resource }) => resource !== 'valuations')
  const times = listed.map(({ lastCompleteAt }) => lastCompleteAt)
  if (times.length === 0 || times.includes(null)) return null
  return times.filter((time) => time !== null).toSorted()[0] ?? null
}
