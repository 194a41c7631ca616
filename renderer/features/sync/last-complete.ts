import type { SyncStatus } from '../../../shared/ipc/sync.ts'

/** The time of the oldest complete sweep among the listed resources (ISO 8601); null until each of them has completed one. */
export function lastComplete(status: SyncStatus): string | null {
  const listed = status.resources.filter(({ resource }) => resource !== 'valuations')
  const times = listed.map(({ lastCompleteAt }) => lastCompleteAt)
  if (times.length === 0 || times.includes(null)) return null
  return times.filter((time) => time !== null).toSorted()[0] ?? null
}
