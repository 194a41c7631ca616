import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { ResourceProgress } from '../../../shared/ipc/sync.ts'
import classes from './sync.module.css'

const stateNames = {
  waiting: 'waiting',
  running: '',
  complete: 'done',
  incomplete: 'incomplete',
  cancelled: 'stopped',
  failed: 'failed',
} as const

const count = (value: number) => formatCount(value)

function Line({ progress }: { progress: ResourceProgress }) {
  const { resource, state, received, expected } = progress
  const name = resourceNames[resource].many
  const share = state === 'complete' ? 1 : expected ? Math.min(1, received / expected) : 0
  return (
    <li className={classes.line}>
      <span>{name}</span>
      <span className="tabular">
        {state === 'waiting' ? stateNames.waiting : count(received)}
        {state !== 'waiting' && expected !== null ? ` / ${count(expected)}` : ''}
        {state === 'failed' || state === 'cancelled' || state === 'incomplete' ? ` ${stateNames[state]}` : ''}
      </span>
      <span
        className={classes.bar}
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </li>
  )
}

/** The counts of each resource while a check runs. */
export function SyncProgress({ resources }: { resources: readonly ResourceProgress[] }) {
  return (
    <ul className={classes.lines}>
      {resources.map((progress) => (
        <Line key={progress.resource} progress={progress} />
      ))}
    </ul>
  )
}
