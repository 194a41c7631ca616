import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import { type ListedResource, listedResources, type Resource } from '../../shared/service/resource.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { Clock } from '../service/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { Progress } from './progress.ts'
import { sweepResource } from './sweep-resource.ts'
import { sweepValuations } from './sweep-valuations.ts'

/** All that one run needs. */
export type RunParts = {
  store: ConnectionStore
  service: ServiceClient
  progress: Progress
  clock: Clock
  signal: AbortSignal
  /** Requests by id in flight at once: lookups of missing records, and valuations. */
  concurrency: number
  /** Listed resources walked at once. */
  parallel: number
  /** Whether valuations follow the lists. */
  valuations: boolean
}

/**
 * One run: the six lists side by side, then valuations. A list that fails does not stop the others.
 * @returns the first problem, null when all went well
 */
export async function runSync(parts: RunParts): Promise<AppError | null> {
  const waiting: ListedResource[] = [...listedResources]
  const problems: AppError[] = []
  const workOn = async () => {
    for (let resource = waiting.shift(); resource !== undefined; resource = waiting.shift()) {
      const next = resource
      await attempt(parts, { resource: next, work: () => sweepResource(parts, next), problems })
    }
  }
  await Promise.all(Array.from({ length: parts.parallel }, workOn))
  if (parts.valuations && problems.length === 0 && !parts.signal.aborted) {
    await attempt(parts, { resource: 'valuations', work: () => sweepValuations(parts), problems })
  }
  await parts.store.flush().catch((problem: unknown) => problems.push(toAppError(problem)))
  return problems[0] ?? null
}

type Attempt = { resource: Resource; work: () => Promise<void>; problems: AppError[] }

async function attempt({ progress, signal }: RunParts, { resource, work, problems }: Attempt): Promise<void> {
  try {
    signal.throwIfAborted()
    await work()
  } catch (thrown) {
    if (signal.aborted) return progress.setResource(resource, { state: 'cancelled' })
    problems.push(toAppError(thrown))
    if (progress.of(resource).state !== 'incomplete') progress.setResource(resource, { state: 'failed' })
  }
}
