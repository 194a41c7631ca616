import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatCount } from '../../shared/domain/counts.ts'
import { formatAgo } from '../../shared/domain/dates.ts'
import type { FiguresChecked as Checked, Summed } from '../../shared/ipc/roll-ups.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'
import { useNow } from '../lib/use-now.ts'
import { Ago, LastChecked } from './Dates.tsx'
import { useResourceProgress, useSyncStatus } from './sync-state.ts'
import { Quiet, Tag } from './Values.tsx'

/**
 * When the service was last asked for the valuations that a sheet or list sums: the oldest and the newest time if they differ.
 */
export function FiguresChecked({ of }: { of: Summed }) {
  const connectionId = useConnection().id
  const query = useApi().rollUps.checked.queryOptions({ input: { connectionId, of } })
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData })
  return data === undefined ? null : <Words checked={data} />
}

function Words({ checked: { from, to, unchecked, whole_firm } }: { checked: Checked }) {
  const figures = whole_firm ? 'Firm-wide figures' : 'Figures'
  if (from === null || to === null) return unchecked === 0 ? null : <Quiet>{figures} not checked yet</Quiet>
  const never = unchecked === 1 ? '; 1 entity never checked' : `; ${formatCount(unchecked)} entities never checked`
  return (
    <Quiet>
      {figures} checked <Range from={from} to={to} />
      {unchecked === 0 ? null : never}
    </Quiet>
  )
}

function Range({ from, to }: { from: string; to: string }) {
  const now = useNow()
  if (formatAgo(from, now) === formatAgo(to, now)) return <Ago at={from} />
  return (
    <>
      between <Ago at={from} /> and <Ago at={to} />
    </>
  )
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
  if (!progress) return null
  if (resource === 'valuations') {
    return (
      <>
        <OfflineMark />
        {progress.state === 'running' ? <Quiet>Checking…</Quiet> : null}
        {figures ? <FiguresChecked of={figures} /> : null}
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
      {figures ? <FiguresChecked of={figures} /> : null}
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
