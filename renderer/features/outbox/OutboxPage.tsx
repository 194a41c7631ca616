import { Button } from '@mantine/core'
import { IconHandStop, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { OfflineMark } from '../../components/Freshness.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState } from '../../components/States.tsx'
import { useConnection } from '../../lib/connection.ts'
import { moveByLine } from './line-keys.ts'
import { ClosedItem, OperationItem } from './OperationItem.tsx'
import classes from './outbox.module.css'
import { summary } from './summary.ts'
import { useAllPaused, useClosedOperations, useHoldAll, useOpenOperations, useOutboxCounts } from './use-outbox.ts'

function HoldAll() {
  const { held, hold, send, pending } = useHoldAll()
  const { open } = useOutboxCounts()
  return (
    <>
      {held ? null : (
        <Button
          variant="default"
          disabled={pending}
          leftSection={<IconHandStop size={14} stroke={1.75} aria-hidden="true" />}
          onClick={hold}
        >
          Hold everything
        </Button>
      )}
      <Button
        disabled={pending || (open === 0 && !held)}
        leftSection={<IconSend size={14} stroke={1.75} aria-hidden="true" />}
        onClick={send}
      >
        {held ? 'Let everything go' : 'Send now'}
      </Button>
    </>
  )
}

function OpenList({ operations }: { operations: readonly ListedOperation[] }) {
  const allPaused = useAllPaused()
  const titles = new Map(operations.map(({ id, title }) => [id, title]))
  return (
    <ul className={classes.list} aria-label="Waiting changes" onKeyDown={moveByLine}>
      {operations.map((operation) => (
        <OperationItem
          key={operation.id}
          operation={operation}
          allPaused={allPaused}
          waitsForTitle={titles.get(operation.waits_for ?? '') ?? null}
        />
      ))}
    </ul>
  )
}

const unique = (operations: readonly ListedOperation[]) => [
  ...new Map(operations.map((operation) => [operation.id, operation])).values(),
]

function Open() {
  const query = useOpenOperations()
  return (
    <QueryView query={query} label="waiting changes">
      {({ pages }) => {
        const operations = unique(pages.flatMap((page) => page.operations))
        const total = pages.at(-1)?.total ?? 0
        if (operations.length === 0)
          return (
            <EmptyState
              title="Nothing is waiting"
              hint="What you save is sent by itself. When the service cannot be reached, or when you hold changes back, they wait here."
            />
          )
        return (
          <>
            <OpenList operations={operations} />
            {query.hasNextPage ? (
              <Button
                variant="default"
                mt={12}
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more ({(total - operations.length).toLocaleString('en-US')} left)
              </Button>
            ) : null}
          </>
        )
      }}
    </QueryView>
  )
}

const mostClosed = 10

function LatelyDone() {
  const connectionId = useConnection().id
  const { data } = useClosedOperations(mostClosed)
  if (!data || data.operations.length === 0) return null
  return (
    <Section
      title="Lately done"
      aside={
        <Link to="/c/$connectionId/activity" params={{ connectionId }}>
          All activity
        </Link>
      }
    >
      <ul className={classes.list} onKeyDown={moveByLine}>
        {data.operations.map((operation) => (
          <ClosedItem key={operation.id} operation={operation} />
        ))}
      </ul>
    </Section>
  )
}

/** Every write made on this computer that the service does not have yet, and what became of the last ones. */
export function OutboxPage() {
  const counts = useOutboxCounts()
  const held = useAllPaused()
  return (
    <Page
      title="Outbox"
      aside={
        <>
          <OfflineMark />
          <HoldAll />
        </>
      }
    >
      {held ? (
        <output className={classes.held}>
          Everything is being held back: nothing is sent until you let it go, not even after a restart.
        </output>
      ) : null}
      {counts.open > 0 ? <p className={classes.intro}>{summary(counts)}</p> : null}
      <Open />
      <LatelyDone />
    </Page>
  )
}
