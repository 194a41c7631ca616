import { formatCount } from '../../../shared/domain/counts.ts'
import type { ResourceProgress } from '../../../shared/ipc/sync.ts'

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
