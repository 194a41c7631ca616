import type { SyncStatus } from '../../../shared/ipc/sync.ts'

/** When everything was last confirmed: the oldest of the resources' complete sweeps, null while one has had none. */
export function lastComplete(status: SyncStatus): string | null {
  const listed = status.resources.filter(({ resource }) => resource !== 'valuations')
  const times = listed.map(({ lastCompleteAt }) => lastCompleteAt)
  if (times.length === 0 || times.includes(null)) return null
  return times.filter((time) => time !== null).toSorted()[0] ?? null
}
