import { sayWait } from '../../../shared/domain/operation-words.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { Moment } from '../../components/Dates.tsx'
import { useSyncStatus } from '../../components/sync-state.ts'
import { useNow } from '../../lib/use-now.ts'
import classes from './outbox.module.css'

type Props = {
  operation: ListedOperation
  allPaused: boolean
  /** The title of the record that this write waits for; null if it is not loaded. */
  waitsForTitle: string | null
}

/** Why a write has not been sent yet, and when the next attempt is. */
export function Waiting({ operation, allPaused, waitsForTitle }: Props) {
  const online = useSyncStatus()?.reachable !== 'offline'
  const now = useNow()
  const why = sayWait(operation, { online, allPaused, waitsForTitle })
  const { not_before: next, state, question } = operation
  const later = next !== null && Date.parse(next) > now && (state === 'queued' || state === 'uncertain') && !question
  if (why === null && !later) return null
  return (
    <p className={classes.why}>
      {why}
      {later ? (
        <>
          {' '}
          {state === 'uncertain' ? 'Next check:' : 'Next attempt:'} <Moment at={next} />.
        </>
      ) : null}
    </p>
  )
}
