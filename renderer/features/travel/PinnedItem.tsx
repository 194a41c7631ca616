import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { PinnedHousehold, TravelGap } from '../../../shared/ipc/travel.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { useNow } from '../../lib/use-now.ts'
import classes from './travel-page.module.css'
import { useUnpin } from './use-pin.tsx'
import { Verdict } from './Verdict.tsx'
import { checkedWords, loadWords } from './verdict-words.ts'

/** The most gaps that are named: a household with more lacks nearly everything. */
const mostGaps = 12

const resourceOf: Record<TravelGap['what'], Resource> = {
  document: 'documents',
  summary: 'document-summaries',
  individual: 'individuals',
  entity: 'entities',
  // A missing valuation is shown on its entity's page.
  valuation: 'entities',
}

function Gaps({ gaps, title }: { gaps: readonly TravelGap[]; title: string }) {
  if (gaps.length === 0) return null
  const others = gaps.length - mostGaps
  return (
    <ul className={classes.gaps} aria-label={`Missing of ${title}`}>
      {gaps.slice(0, mostGaps).map(({ what, id, title: name, reason }) => (
        <li key={`${what} ${id}`}>
          {what === 'valuation' ? 'Valuation of ' : null}
          {id === '' ? name : <RecordLink resource={resourceOf[what]} id={id} name={name} />}
          <span className={classes.reason}>{reason}</span>
        </li>
      ))}
      {others > 0 ? <li>And {others} more.</li> : null}
    </ul>
  )
}

/** One pinned household: whether it is ready, what is stored, and what is missing. */
export function PinnedItem({ pinned, budget }: { pinned: PinnedHousehold; budget: number }) {
  const api = useApi()
  const connectionId = useConnection().id
  const now = useNow()
  const { household_id, title, verdict, checked_at, busy, problem, gaps } = pinned
  const { mutate: check } = useMutation(api.travel.check.mutationOptions())
  const unpin = useUnpin()
  return (
    <li className={classes.item} aria-label={title}>
      <div className={classes.head}>
        <span className={classes.title}>
          <RecordLink resource="households" id={household_id} name={title} />
        </span>
        <Verdict pinned={pinned} budget={budget} />
        <span className={classes.actions}>
          <Button
            variant="default"
            size="compact-sm"
            loading={busy}
            aria-label={`Check now: ${title}`}
            onClick={() => check({ connectionId, household_id })}
          >
            Check now
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Unpin ${title}`}
            onClick={() => unpin(household_id, title)}
          >
            Unpin
          </Button>
        </span>
      </div>
      <p className="quiet small tabular">
        {loadWords(pinned)}
        {checked_at && verdict !== 'ready' ? `, last ${checkedWords(checked_at, now)}` : null}
      </p>
      {problem && !busy ? <p className="warn small">{problem}</p> : null}
      {verdict === 'fetching' ? null : <Gaps gaps={gaps} title={title} />}
    </li>
  )
}
