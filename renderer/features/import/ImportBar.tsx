import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ImportSummary } from '../../../shared/ipc/imports.ts'
import { Quiet } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import classes from './import.module.css'
import { goodIn, type ImportRun } from './use-import-run.ts'

type Props = {
  run: ImportRun
  /** How many of the imported rows were undone since. */
  undone: number
  /** Why the rows cannot be checked yet; null when they can. */
  wait: string | null
  onCheck: () => void
  onSave: () => void
  onStop: () => void
}

/** The outcome of the imported rows. */
function outcomeWords(done: number, left: number, undone: number): string {
  if (undone >= done && undone > 0)
    return 'The import was undone. Nothing of it is sent. To import the files, add them again.'
  const said =
    undone > 0
      ? `${formatCount(undone)} of ${formatCount(done)} rows were undone; the others were sent already.`
      : `${formatCount(done)} ${done === 1 ? 'row' : 'rows'} saved on this computer, to be sent from the outbox.`
  return left > 0 ? `${said} ${formatCount(left)} were not processed.` : said
}

/** The result of the check in words. */
function inWords({ households, individuals, into_existing, into_new }: ImportSummary): string {
  const changing = (households?.changing ?? 0) + (individuals?.changing ?? 0)
  const unchanged = (households?.unchanged ?? 0) + (individuals?.unchanged ?? 0)
  const parts = [
    households && `${formatCount(households.good)} of ${formatCount(households.rows)} households are valid`,
    individuals && `${formatCount(individuals.good)} of ${formatCount(individuals.rows)} people are valid`,
    changing + unchanged > 0 &&
      `${formatCount(changing)} change records that exist, ${formatCount(unchanged)} need no change`,
    individuals && `${formatCount(into_existing)} into existing households, ${formatCount(into_new)} into new ones`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function Progress({ label, done, total, onStop }: { label: string; done: number; total: number; onStop: () => void }) {
  return (
    <>
      <progress className={classes.progress} aria-label={label} max={Math.max(1, total)} value={done} />
      <span role="status">
        {label} {formatCount(done)} of {formatCount(total)}…
      </span>
      <Button variant="default" onClick={onStop}>
        Stop
      </Button>
    </>
  )
}

/** Starts and stops checking and importing, and shows the results. */
export function ImportBar({ run, undone, wait, onCheck, onSave, onStop }: Props) {
  const connectionId = useConnection().id
  const check = (
    <Button variant={run.step === 'idle' ? 'filled' : 'default'} disabled={wait !== null} onClick={onCheck}>
      {run.step === 'idle' ? 'Check the rows' : 'Check again'}
    </Button>
  )
  if (run.step === 'checking' || run.step === 'saving') {
    const label = run.step === 'checking' ? 'Checking' : 'Importing'
    return (
      <div className={classes.bar}>
        <Progress label={label} done={run.done} total={run.total} onStop={onStop} />
      </div>
    )
  }
  if (run.step === 'idle') {
    return (
      <div className={classes.bar}>
        {check}
        <Quiet>{wait ?? 'Checking does not save anything.'}</Quiet>
      </div>
    )
  }
  if (run.step === 'checked') {
    const good = goodIn(run.summary)
    return (
      <div className={classes.bar}>
        <Button disabled={good === 0} onClick={onSave}>
          {good === 1 ? 'Import 1 row' : `Import ${formatCount(good)} rows`}
        </Button>
        {check}
        <span role="status">{inWords(run.summary)}</span>
      </div>
    )
  }
  const left = run.total - run.done
  return (
    <div className={classes.bar}>
      {left > 0 ? <Button onClick={onSave}>{`Import the other ${formatCount(left)}`}</Button> : null}
      <span role="status">{outcomeWords(run.done, left, undone)}</span>
      <Link to="/c/$connectionId/outbox" params={{ connectionId }}>
        See the outbox
      </Link>
      <Link to="/c/$connectionId/households" params={{ connectionId }}>
        Go to households
      </Link>
    </div>
  )
}
