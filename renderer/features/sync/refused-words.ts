import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { ResourceProgress } from '../../../shared/ipc/sync.ts'

/** One sentence about what the service refused of a resource, and the consequence. */
export function refusedWords({ resource, state, refused }: ResourceProgress): string {
  const { one, many } = resourceNames[resource]
  const count = refused.reduce((sum, each) => sum + each.count, 0)
  const statuses = refused.filter(({ status }) => status !== 0).map(({ status }) => status)
  const isUnanswered = statuses.every((status) => status < 300 || status === 404 || status === 410)
  const how = isUnanswered ? 'not answered' : 'refused by the service'
  // A success without a value has no number that anybody could look up.
  const shown = statuses.filter((status) => status >= 300)
  const why =
    statuses.length === 0
      ? 'could not be read'
      : shown.length === 0
        ? 'answered without a value'
        : `${how} (${shown.join(', ')})`
  const was = (plural: boolean) => (statuses.length === 0 ? '' : plural ? 'were ' : 'was ')
  if (resource !== 'valuations' && state === 'failed') {
    return `The list of ${many.toLowerCase()} ${was(false)}${why}. It is requested again at the next sync.`
  }
  const what = `${formatCount(count)} ${(count === 1 ? one : many).toLowerCase()}`
  const next = `${count === 1 ? 'It is' : 'They are'} kept, and requested again at the next sync.`
  return `${what} ${was(count !== 1)}${why}. ${next}`
}

/** One sentence about records that are gone at the service, too many at once to be removed here. */
export function heldWords({ resource, held }: ResourceProgress): string {
  const { many } = resourceNames[resource]
  return `${formatCount(held)} ${many.toLowerCase()} are no longer in the service. They are removed here if the next sync finds the same.`
}
