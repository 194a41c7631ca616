import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatCount } from '../../shared/domain/counts.ts'
import { formatAgo, formatMoment } from '../../shared/domain/dates.ts'
import type { FiguresChecked as Checked, Summed } from '../../shared/ipc/roll-ups.ts'
import { useApi, useConnection } from '../lib/api.ts'
import { useNow } from '../lib/use-now.ts'
import { Ago, Quiet } from './Values.tsx'

/**
 * When the service was last asked for the valuations that a sheet or list sums: since when all of them were checked.
 */
export function FiguresChecked({
  of,
  label = '',
}: {
  of: Summed /** Words before it, where it is not clear what was checked. */
  label?: string
}) {
  const connectionId = useConnection().id
  const query = useApi().rollUps.checked.queryOptions({ input: { connectionId, of } })
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData })
  return data === undefined ? null : <Words checked={data} label={label} />
}

type WordsProps = { checked: Checked; label: string }

function Words({ checked: { from, to, unchecked, whole_firm }, label }: WordsProps) {
  const checked = label === '' ? 'Checked' : `${label} checked`
  const firm = whole_firm ? ', firm-wide' : ''
  if (from === null || to === null)
    return unchecked === 0 ? null : (
      <Quiet>
        {label === '' ? 'Not checked yet' : `${label} not checked yet`}
        {firm}
      </Quiet>
    )
  const never = unchecked === 1 ? '; 1 entity never checked' : `; ${formatCount(unchecked)} entities never checked`
  return (
    <Quiet>
      {checked} <Range from={from} to={to} />
      {firm}
      {unchecked === 0 ? null : never}
    </Quiet>
  )
}

function Range({ from, to }: { from: string; to: string }) {
  const now = useNow()
  const span = /^(.*) ago$/.exec(formatAgo(from, now))?.[1]
  if (span === undefined || formatAgo(from, now) === formatAgo(to, now)) return <Ago at={from} />
  return (
    <time className="tabular" dateTime={from} title={`${formatMoment(from)} – ${formatMoment(to)}`}>
      within the last {span.replace(/^1 /, '')}
    </time>
  )
}
