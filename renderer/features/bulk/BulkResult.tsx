import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { BulkProgress, BulkResource } from '../../../shared/ipc/bulk.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { ErrorState } from '../../components/States.tsx'
import { useUndone } from '../../components/undo/undone.ts'
import { useConnection } from '../../lib/connection.ts'
import classes from './bulk.module.css'
import type { Applying } from './use-bulk-apply.ts'

type Outcome = BulkProgress['outcomes'][number]
type Ended = Extract<Applying, { step: 'ended' }>

const words = { saved: 'Saved', already: 'Already set', cannot: 'Not changed', undone: 'Undone' } as const

/** How many were saved, and how many of these the user has undone since. */
function savedWords(saved: number, undone: number, named: string): string {
  if (undone === 0) return `${formatCount(saved)} ${named} saved on this computer, to be sent from the outbox.`
  if (undone < saved)
    return `${formatCount(undone)} of ${formatCount(saved)} changes undone; the others were sent already.`
  return `${saved === 1 ? 'The change was' : `All ${formatCount(saved)} changes were`} undone. Nothing of it is sent.`
}

/** The result of a bulk edit: counts, failures, and the outcome for every record. */
export function BulkResult({ resource, ended, onBack }: { resource: BulkResource; ended: Ended; onBack: () => void }) {
  const connectionId = useConnection().id
  const { outcomes, total, stopped, error } = ended
  const saved = outcomes.filter(({ outcome }) => outcome === 'saved').length
  const undoneIds = useUndone()
  const isUndone = ({ operation_id: id }: Outcome) => id !== null && undoneIds.has(id)
  const undone = outcomes.filter(isUndone).length
  const left = total - outcomes.length
  const [one = '', many = ''] = [resourceNames[resource].one, resourceNames[resource].many].map((name) =>
    name.toLowerCase(),
  )
  return (
    <>
      <ErrorState error={error} />
      <Section title="Outcome" count={outcomes.length}>
        <p role="status">
          {savedWords(saved, undone, saved === 1 ? one : many)}
          {left > 0 && !stopped ? ` ${formatCount(left)} were not processed.` : ''}
          {left > 0 && stopped
            ? ` You stopped before the other ${formatCount(left)}. Some of them may have been saved; the outbox lists those.`
            : ''}
        </p>
        <div className={classes.actions}>
          <Link to="/c/$connectionId/outbox" params={{ connectionId }}>
            See the outbox
          </Link>
          <Link to={`/c/$connectionId/${resource}`} params={{ connectionId }}>
            Back to the list
          </Link>
          {left > 0 || error ? (
            <Button variant="default" onClick={onBack}>
              Preview again
            </Button>
          ) : null}
        </div>
        <RecordTable
          label="Outcome"
          columns={[
            {
              id: 'title',
              header: 'Record',
              width: 240,
              cell: (row: Outcome) => <RecordLink resource={resource} id={row.id} name={row.title} />,
            },
            {
              id: 'outcome',
              header: 'Outcome',
              width: 120,
              cell: (row) => words[isUndone(row) ? 'undone' : row.outcome],
            },
            { id: 'reason', header: 'Why', width: 320, cell: (row) => row.reason ?? '' },
          ]}
          rows={outcomes.slice(0, mostShown)}
          keyOf={({ id }) => id}
        />
        {outcomes.length > mostShown ? (
          <p className={classes.more}>The first {formatCount(mostShown)} are shown; the outbox has all of them.</p>
        ) : null}
      </Section>
    </>
  )
}

/** The most rows that a plain table renders without delay. */
const mostShown = 500
