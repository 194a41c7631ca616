import type { Resource } from '../../shared/service/resource.ts'
import { LastChecked } from './Dates.tsx'
import { useResourceProgress, useSyncStatus } from './sync-state.ts'
import { Quiet, Tag } from './Values.tsx'

/** Says that the service cannot be reached now, and that what is shown is this computer's copy. */
export function OfflineMark() {
  const status = useSyncStatus()
  return status?.reachable === 'offline' ? <Tag>Offline copy</Tag> : null
}

/** When a whole list was last confirmed by the service. */
export function ListFreshness({ resource }: { resource: Resource }) {
  const progress = useResourceProgress(resource)
  if (!progress) return null
  return (
    <>
      <OfflineMark />
      {progress.state === 'running' ? <Quiet>Checking…</Quiet> : null}
      {progress.lastCompleteAt ? (
        <LastChecked at={progress.lastCompleteAt} />
      ) : progress.state === 'running' ? null : (
        <Quiet>Not checked completely yet</Quiet>
      )}
    </>
  )
}

/** When one record was last confirmed by the service. */
export function RecordFreshness({ at }: { at: string }) {
  return (
    <>
      <OfflineMark />
      <LastChecked at={at} />
    </>
  )
}
