import { Button } from '@mantine/core'
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { PinnedHousehold, TravelGap } from '../../../shared/ipc/travel.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState } from '../../components/States.tsx'
import { OfflineMark } from '../../components/sync-state.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useNow } from '../../lib/use-now.ts'
import { FilesBudget } from './FilesBudget.tsx'
import { useUnpin } from './PinHousehold.tsx'
import classes from './travel-page.module.css'
import { Verdict } from './Verdict.tsx'
import { checkedWords, loadWords } from './verdict-words.ts'

type Props = { standing: ContractOutputs['travel']['list'] }

/** The disk space that downloaded files may take, and how much they take. */
function Budget({ standing: { budget, used, loose } }: Props) {
  const connectionId = useConnection().id
  const pinned = used - loose
  const share = (bytes: number) => `${Math.min(100, (bytes / budget) * 100)}%`
  return (
    <Section title="Space for files">
      <p className={classes.room}>
        {formatBytes(used)} of {formatBytes(budget)} used: {formatBytes(pinned)} by pinned households,{' '}
        {formatBytes(loose)} by other documents that were opened.
      </p>
      <div className={classes.bar} aria-hidden="true">
        <span className={classes.pinned} style={{ inlineSize: share(pinned) }} />
        <span className={classes.loose} style={{ inlineSize: share(loose) }} />
      </div>
      {pinned > budget ? (
        <p className="warn small">
          Pinned households take more than the limit. Their files are not removed; unpin one, or raise the limit.
        </p>
      ) : null}
      <p className={classes.hint}>
        When space is needed, other documents are removed, least recently opened first. Files of pinned households are
        kept.
      </p>
      <FilesBudget className={classes.choice} connectionId={connectionId} budget={budget} label="File limit" />
    </Section>
  )
}

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
function PinnedItem({ pinned, budget }: { pinned: PinnedHousehold; budget: number }) {
  const api = useApi()
  const connectionId = useConnection().id
  const now = useNow()
  const { household_id, title, verdict, checked_at, busy, problem, gaps } = pinned
  const { mutate: check } = useMutation(api.travel.check.mutationOptions())
  const unpin = useUnpin()
  return (
    <li className={classes.item} aria-label={title}>
      <div className={`row ${classes.head}`}>
        <span className={`anywhere ${classes.title}`}>
          <RecordLink resource="households" id={household_id} name={title} />
        </span>
        <Verdict pinned={pinned} budget={budget} />
        <span className={`line ${classes.actions}`}>
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

type Standing = ContractOutputs['travel']['list']

/** Checks all pinned households, or stops the check. */
function Actions({ standing }: { standing: Standing }) {
  const api = useApi()
  const connectionId = useConnection().id
  const { mutate: check } = useMutation(api.travel.check.mutationOptions())
  const { mutate: stop } = useMutation(api.travel.stop.mutationOptions())
  const isBusy = standing.households.some(({ busy }) => busy)
  const checkAll = () => check({ connectionId, household_id: null })
  const stopAll = () => stop({ connectionId })
  useCommand('travel.check', standing.households.length > 0 && !isBusy ? checkAll : null)
  useCommand('travel.stop', isBusy ? stopAll : null)
  if (isBusy)
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={14} stroke={1.75} aria-hidden="true" />}
        onClick={stopAll}
      >
        Stop
      </Button>
    )
  return (
    <Button leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden="true" />} onClick={checkAll}>
      Check all now
    </Button>
  )
}

function NothingPinned() {
  const connectionId = useConnection().id
  return (
    <EmptyState
      title="No household is pinned"
      hint="Before a flight or a visit, open a household and pin it (P). Its records, latest valuations, summaries and documents are then fetched, checked and kept on this computer, so that they open without a connection."
    >
      <Link to="/c/$connectionId/households" params={{ connectionId }}>
        Choose a household
      </Link>
    </EmptyState>
  )
}

function Pinned({ standing }: { standing: Standing }) {
  const { households, budget } = standing
  const ready = households.filter(({ verdict }) => verdict === 'ready').length
  return (
    <Section title="Pinned households" count={households.length}>
      <p className={classes.intro}>
        {ready === households.length
          ? 'Everything below opens without the service.'
          : `${ready} of ${households.length} ready. What is missing would not open without the service.`}
      </p>
      <ul className="plain-list">
        {households.map((pinned) => (
          <PinnedItem key={pinned.household_id} pinned={pinned} budget={budget} />
        ))}
      </ul>
    </Section>
  )
}

/** The pinned households, which are stored completely on this computer, and the disk space for files. */
export function TravelPage() {
  const api = useApi()
  const connectionId = useConnection().id
  const query = useQuery(api.travel.list.queryOptions({ input: { connectionId } }))
  const hasAny = (query.data?.households.length ?? 0) > 0
  return (
    <Page
      title="Ready for travel"
      aside={
        <>
          <OfflineMark />
          {query.data && hasAny ? <Actions standing={query.data} /> : null}
        </>
      }
    >
      <QueryView query={query} label="pinned households">
        {(standing) => (
          <>
            {hasAny ? <Pinned standing={standing} /> : <NothingPinned />}
            <Budget standing={standing} />
          </>
        )}
      </QueryView>
    </Page>
  )
}
