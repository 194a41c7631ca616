import pMap from 'p-map'
import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import { type ListedResource, listedResources, type Resource } from '../../shared/service/resource.ts'
import type { SweepStart } from '../data/sweep/page-store.ts'
import type { RunParts } from './run-parts.ts'
import { mayPass } from './schedule.ts'
import { concludeSweep, walkResource } from './sweep-resource.ts'
import { sweepValuations, tellAges } from './sweep-valuations.ts'
import { endsRun, isUnauthorized, withRefusal } from './tolerance.ts'

/** When valuations take longer than this (ms), the lists are walked again in between. */
const listsAgainMs = 15 * 60_000

/**
 * One run: the six lists in parallel, then valuations. A failed list stops neither the others nor the valuations; only an
 * authentication failure or an unreachable service ends a run, or one that answers for no list.
 * @returns the error that ended it, else the first problem that may pass soon, else the first; null when all went well
 */
export async function runSync(parts: RunParts): Promise<AppError | null> {
  const { clock } = parts
  const problems: AppError[] = []
  await parts.store.forgetFutureTimes().catch(() => {})
  let listsAt = clock.elapsed()
  const isAnyRead = await walkLists(parts, problems)
  const listsAgain = async () => {
    if (clock.elapsed() - listsAt < listsAgainMs) return
    listsAt = clock.elapsed()
    await walkLists(parts, problems)
    await parts.store.flush()
  }
  if (parts.valuations && isAnyRead && !problems.some(endsRun) && !parts.signal.aborted) {
    const work = () => sweepValuations(parts, listsAgain)
    await attempt(parts, { resource: 'valuations', work, problems })
  }
  await parts.store.flush().catch((problem: unknown) => problems.push(toAppError(problem)))
  await tellAges(parts).catch(() => {})
  parts.progress.set({ valuationsProgress: null })
  const problem = problems.find(endsRun) ?? problems.find(mayPass) ?? problems[0] ?? null
  return problem !== null && isAnyRead && isUnauthorized(problem) ? refusedHere(problem) : problem
}

/** The service accepts the sign-in elsewhere: signing in again would not help. */
function refusedHere({ detail }: AppError): AppError {
  return new AppError('service/refused', {
    message: 'The service rejects the sign-in for a part of the data, and accepts it for the rest.',
    nextStep: 'Ask your firm’s administrator for access. Steward asks again at each sync.',
    ...(detail === undefined ? {} : { detail }),
    status: 401,
  })
}

/**
 * Walks the six lists in parallel; while one is being concluded, the next is already walked.
 * @returns whether any of them was read to its end
 */
async function walkLists(parts: RunParts, problems: AppError[]): Promise<boolean> {
  const conclusions: Promise<unknown>[] = []
  const begin = beginTogether(parts)
  const walk = async (resource: ListedResource) => {
    const work = () => walkResource(parts, resource, begin(resource))
    const end = await attempt(parts, { resource, work, problems })
    if (!end) return
    conclusions.push(attempt(parts, { resource, work: () => concludeSweep(parts, resource, end), problems }))
  }
  await pMap(listedResources, walk, { concurrency: parts.parallel })
  await Promise.all(conclusions)
  return conclusions.length > 0
}

/**
 * Begins the sweeps of all lists with the first: the writer would begin a later one only between the long steps of concluding the
 * lists before it.
 */
function beginTogether({ store }: RunParts): (resource: ListedResource) => Promise<SweepStart> {
  const begun = new Map<ListedResource, Promise<SweepStart>>()
  const begin = (resource: ListedResource) => {
    const known = begun.get(resource) ?? store.beginSweep(resource)
    begun.set(resource, known)
    // Reported by the walk of the list; a run that is cancelled before has none.
    known.catch(() => {})
    return known
  }
  return (resource) => {
    for (const each of listedResources) void begin(each)
    return begin(resource)
  }
}

type Attempt<Result> = { resource: Resource; work: () => Promise<Result>; problems: AppError[] }

/** The result of the work; null when it failed or was cancelled, which is then reported in the progress. */
async function attempt<Result>(parts: RunParts, { resource, work, problems }: Attempt<Result>): Promise<Result | null> {
  const { progress, signal } = parts
  try {
    signal.throwIfAborted()
    return await work()
  } catch (thrown) {
    if (signal.aborted) progress.setResource(resource, { state: 'cancelled' })
    else {
      const error = toAppError(thrown)
      problems.push(error)
      const { state, refused } = progress.of(resource)
      if (state !== 'incomplete') progress.setResource(resource, { state: 'failed' })
      const { status = 0 } = error
      if (resource !== 'valuations' && status >= 400) {
        progress.setResource(resource, { refused: withRefusal(refused, status) })
      }
    }
    return null
  }
}
