import { Button } from '@mantine/core'
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { OfflineMark } from '../../components/Freshness.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState } from '../../components/States.tsx'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import { Budget } from './Budget.tsx'
import { PinnedItem } from './PinnedItem.tsx'
import classes from './travel-page.module.css'

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
