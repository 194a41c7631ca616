import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { ResourceProgress, SyncStatus } from '../../../shared/ipc/sync.ts'
import classes from './sync.module.css'

type Names = { one: string; many: string }

/** One sentence about what the service refused of a resource, and the consequence. */
export function refusedWords({ resource, state, refused }: ResourceProgress, { one, many }: Names): string {
  const count = refused.reduce((sum, each) => sum + each.count, 0)
  const statuses = refused.filter(({ status }) => status !== 0).map(({ status }) => status)
  const why = statuses.length === 0 ? 'could not be read' : `refused by the service (${statuses.join(', ')})`
  const was = (plural: boolean) => (statuses.length === 0 ? '' : plural ? 'were ' : 'was ')
  if (resource !== 'valuations' && state === 'failed') {
    return `The list of ${many.toLowerCase()} ${was(false)}${why}. It is requested again at the next sync.`
  }
  const what = `${formatCount(count)} ${(count === 1 ? one : many).toLowerCase()}`
  const next = `${count === 1 ? 'It is' : 'They are'} requested again at a later sync.`
  return `${what} ${was(count !== 1)}${why}. ${next}`
}

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
