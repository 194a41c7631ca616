import { useQuery } from '@tanstack/react-query'
import type { Summed } from '../../shared/ipc/roll-ups.ts'
import type { ResourceProgress, SyncStatus } from '../../shared/ipc/sync.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { useApi, useConnection } from '../lib/api.ts'
import { usePresenting } from '../lib/presenting.ts'
import { FiguresChecked } from './FiguresChecked.tsx'
import { LastChecked, Quiet, Tag } from './Values.tsx'

/** Sync status of the current connection; kept current by events. */
export function useSyncStatus(): SyncStatus | undefined {
  const api = useApi()
  const connection = useConnection()
  return useQuery(api.sync.status.queryOptions({ input: { connectionId: connection.id } })).data
}

/** True while a resource of the firm was never read completely, so that what is missing of it may still come; see `Unread.tsx`. */
export function useIsUnread(resource: Resource): boolean {
  const status = useSyncStatus()
  return status !== undefined && isUnread(status, resource)
}

/**
 * As {@link useIsUnread}: whether a run reads it now, or the last one failed or was cancelled before it had. Valuations are read for the
 * entities that are known, so that those of unread entities are unread too.
 */
export const isUnread = ({ resources }: SyncStatus, resource: Resource): boolean =>
  resources.some(
    (one) =>
      one.lastCompleteAt === null &&
      (one.resource === resource || (resource === 'valuations' && one.resource === 'entities')),
  )

/** Said of an amount that is not there, where the service may not have answered for it. */
export const noValueKnown = 'No value known'

/** True while a run reads what is unread, or is about to. */
export const isReading = ({ state }: SyncStatus): boolean => state !== 'idle'

/** Sync progress of one resource. */
export function useResourceProgress(resource: Resource): ResourceProgress | undefined {
  return useSyncStatus()?.resources.find((progress) => progress.resource === resource)
}

/** True while there is data of the firm that this computer has never read completely. */
export const isAnyUnread = ({ resources }: SyncStatus): boolean =>
  resources.length === 0 || resources.some(({ lastCompleteAt }) => lastCompleteAt === null)

/** How this computer compares with the service, in both directions. */
type CopyState =
  | 'offline'
  | 'checking'
  | 'stopping'
  | 'up-to-date'
  | 'not-up-to-date'
  | 'stopped'
  | 'not-checked-yet'
  | 'never'
  | 'sending-paused'
  | 'unsent'

/** The outbox as far as it is known: `open` is undefined while its writes are being counted, `paused` while that is being read. */
type Sending = { open: number | undefined; paused: boolean | undefined }

/**
 * The state of the copy, by the list that was checked least: it is only up to date if the service answers, the last run read every list
 * and asked for every valuation that was due, and nothing waits to be sent. Times of an earlier start of Steward prove nothing about now.
 * Null while all else is up to date and the number of open writes, or whether sending is paused, is not known yet.
 * `SyncPanel` passes `offline` for a demo firm whose service is stopped, which no run has found out yet.
 */
export function copyState(status: SyncStatus, { open, paused }: Sending): CopyState | null {
  const { state, resources, reachable, problem, endedAt } = status
  if (reachable === 'offline') return 'offline'
  if (state === 'running') return 'checking'
  if (state === 'cancelling') return 'stopping'
  const isStopped = problem?.code === 'sync/cancelled' || resources.some((one) => one.state === 'cancelled')
  if (isStopped) return 'stopped'
  if (problem !== null) return 'not-up-to-date'
  if (endedAt === null) return lastComplete(status) === null ? 'never' : 'not-checked-yet'
  const isIncomplete = resources.some((one) => one.state !== 'complete' || one.held > 0 || one.refused.length > 0)
  if (isIncomplete) return 'not-up-to-date'
  if (paused) return 'sending-paused'
  if (open === undefined) return null
  if (open > 0) return 'unsent'
  return paused === undefined ? null : 'up-to-date'
}

/** The time of the oldest complete sweep among the listed resources (ISO 8601); null until each of them has completed one. */
export function lastComplete(status: SyncStatus): string | null {
  const listed = status.resources.filter(({ resource }) => resource !== 'valuations')
  const times = listed.map(({ lastCompleteAt }) => lastCompleteAt)
  if (times.length === 0 || times.includes(null)) return null
  return times.filter((time) => time !== null).toSorted()[0] ?? null
}

/** Says that the service is unreachable and that the screen shows this computer's copy. */
export function OfflineMark() {
  const status = useSyncStatus()
  return status?.reachable === 'offline' ? <Tag>Offline copy</Tag> : null
}

/**
 * When the service last confirmed a whole list, and, for a list with figures, when those were checked. Valuations are requested
 * one by one, so their list has no time of its own.
 */
export function ListFreshness({ resource, figures }: { resource: Resource; figures?: Summed | undefined }) {
  const progress = useResourceProgress(resource)
  const isClientView = usePresenting() !== null
  // A client is shown no ages of data.
  if (!progress || isClientView) return null
  if (resource === 'valuations') {
    return (
      <>
        <OfflineMark />
        {progress.state === 'running' ? <Quiet>Checking…</Quiet> : null}
        {figures ? <FiguresChecked of={figures} label="Values" /> : null}
      </>
    )
  }
  return (
    <>
      <OfflineMark />
      {progress.state === 'running' ? <Quiet>Checking…</Quiet> : null}
      {progress.lastCompleteAt ? (
        <LastChecked at={progress.lastCompleteAt} />
      ) : progress.state === 'running' ? null : (
        <Quiet>Not fully checked yet</Quiet>
      )}
      {figures ? <FiguresChecked of={figures} label="Values" /> : null}
    </>
  )
}

/** When the service last confirmed this record. */
export function RecordFreshness({ at }: { at: string }) {
  return (
    <>
      <span>
        <OfflineMark />
      </span>
      <LastChecked at={at} />
    </>
  )
}
