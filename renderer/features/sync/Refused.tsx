import { resourceNames } from '../../../shared/domain/names.ts'
import type { ResourceProgress, SyncStatus } from '../../../shared/ipc/sync.ts'
import { refusedWords } from './refused-words.ts'
import classes from './sync.module.css'

/** The requests that the service refused, for each list, and the pause that it requested. */
export function Refused({ status }: { status: SyncStatus }) {
  const refused = status.resources.filter((one: ResourceProgress) => one.refused.length > 0)
  const isWaiting = status.restingUntil !== null && status.state === 'running'
  return (
    <>
      {isWaiting ? (
        <p className={classes.checked}>The service asked Steward to slow down. Syncing continues automatically.</p>
      ) : null}
      {refused.map((progress) => (
        <p key={progress.resource} className={classes.problem}>
          {refusedWords(progress, resourceNames[progress.resource])}
        </p>
      ))}
    </>
  )
}
