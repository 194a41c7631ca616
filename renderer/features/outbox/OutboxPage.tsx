import { Button } from '@mantine/core'
import { IconHandStop, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { moveByLine } from '../../components/line-keys.ts'
import { Page } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { OfflineMark } from '../../components/sync-state.tsx'
import { useConnection } from '../../lib/api.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import { OpenOperations } from './OpenOperations.tsx'
import { ClosedItem } from './OperationItem.tsx'
import classes from './outbox.module.css'
import { summary } from './summary.ts'
import { useAllPaused, useClosedOperations, useHoldAll, useOutboxCounts } from './use-outbox.ts'

function HoldAll() {
  const { held, hold, send, pending } = useHoldAll()
  const { open } = useOutboxCounts()
  const readOnly = useReadOnlyReason()
  if (readOnly !== null) return <ReasonedButton reason={readOnly}>Send now</ReasonedButton>
  return (
    <>
      {held ? null : (
        <Button
          variant="default"
          disabled={pending}
          leftSection={<IconHandStop size={14} stroke={1.75} aria-hidden="true" />}
          onClick={hold}
        >
          Pause sending
        </Button>
      )}
      <Button
        disabled={pending || (open === 0 && !held)}
        leftSection={<IconSend size={14} stroke={1.75} aria-hidden="true" />}
        onClick={send}
      >
        {held ? 'Resume sending' : 'Send now'}
      </Button>
    </>
  )
}

const mostClosed = 10

function LatelyDone() {
  const connectionId = useConnection().id
  const { data } = useClosedOperations(mostClosed)
  if (!data || data.operations.length === 0) return null
  return (
    <Section
      title="Recently sent, undone or discarded"
      aside={
        <Link to="/c/$connectionId/activity" params={{ connectionId }}>
          All activity
        </Link>
      }
    >
      <ul className="plain-list" onKeyDown={moveByLine}>
        {data.operations.map((operation) => (
          <ClosedItem key={operation.id} operation={operation} />
        ))}
      </ul>
    </Section>
  )
}

/** All writes made on this computer that the service does not have yet, and the outcome of the most recent ones. */
export function OutboxPage() {
  const counts = useOutboxCounts()
  const held = useAllPaused()
  const readOnly = useReadOnlyReason()
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
      {readOnly === null ? null : <output className={`warn-box ${classes.held}`}>Nothing is sent. {readOnly}</output>}
      {held && readOnly === null ? (
        <output className={`warn-box ${classes.held}`}>
          Sending is paused. Nothing is sent until you resume, even after a restart.
        </output>
      ) : null}
      {counts.open > 0 ? <p className={classes.intro}>{summary(counts)}</p> : null}
      <OpenOperations />
      <LatelyDone />
    </Page>
  )
}
