import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatCount } from '../../shared/domain/counts.ts'
import { formatAgo } from '../../shared/domain/dates.ts'
import type { FiguresChecked as Checked, Summed } from '../../shared/ipc/roll-ups.ts'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'
import { useNow } from '../lib/use-now.ts'
import { Ago, Quiet } from './Values.tsx'

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
