import type { Summed } from '../../shared/ipc/roll-ups.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { FiguresChecked } from './FiguresChecked.tsx'
import { useResourceProgress, useSyncStatus } from './sync-state.ts'
import { LastChecked, Quiet, Tag } from './Values.tsx'

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
  if (!progress) return null
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
