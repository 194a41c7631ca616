import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import { type ListedResource, listedResources, type Resource } from '../../shared/service/resource.ts'
import type { RunParts } from './run-parts.ts'
import { concludeSweep, walkResource } from './sweep-resource.ts'
import { sweepValuations } from './sweep-valuations.ts'

/**
 * One run: the six lists side by side, then valuations. A list that fails does not stop the others, and while one is
 * being concluded the next is already walked.
 * @returns the first problem, null when all went well
 */
export async function runSync(parts: RunParts): Promise<AppError | null> {
  const waiting: ListedResource[] = [...listedResources]
  const problems: AppError[] = []
  const conclusions: Promise<unknown>[] = []
  const workOn = async () => {
    for (let resource = waiting.shift(); resource !== undefined; resource = waiting.shift()) {
      const next = resource
      const end = await attempt(parts, { resource: next, work: () => walkResource(parts, next), problems })
      if (!end) continue
      const work = () => concludeSweep(parts, next, end)
      conclusions.push(attempt(parts, { resource: next, work, problems }))
    }
  }
  await Promise.all(Array.from({ length: parts.parallel }, workOn))
  await Promise.all(conclusions)
  if (parts.valuations && problems.length === 0 && !parts.signal.aborted) {
    await attempt(parts, { resource: 'valuations', work: () => sweepValuations(parts), problems })
  }
  await parts.store.flush().catch((problem: unknown) => problems.push(toAppError(problem)))
  return problems[0] ?? null
}

type Attempt<Result> = { resource: Resource; work: () => Promise<Result>; problems: AppError[] }

/** What the work gave; null when it failed or was cancelled, which the progress then says. */
async function attempt<Result>(parts: RunParts, { resource, work, problems }: Attempt<Result>): Promise<Result | null> {
  const { progress, signal } = parts
  try {
    signal.throwIfAborted()
    return await work()
  } catch (thrown) {
    if (signal.aborted) progress.setResource(resource, { state: 'cancelled' })
    else {
      problems.push(toAppError(thrown))
      if (progress.of(resource).state !== 'incomplete') progress.setResource(resource, { state: 'failed' })
    }
    return null
  }
}
