import { AppError } from '../../shared/domain/app-error.ts'
import type { RunParts } from './run-parts.ts'

/** Entities asked for in one go from the store. */
const chunk = 2000
/** An entity's valuation is asked for again after this long, ms; one that is opened is asked for at once. */
const maxAgeMs = 12 * 60 * 60 * 1000

/**
 * Asks for the latest valuation of every entity not asked about lately: never asked first, then the longest ago.
 * @throws AppError the first failure, after which nothing more is asked.
 */
export async function sweepValuations(parts: RunParts): Promise<void> {
  const { store, progress, clock, signal } = parts
  const notCheckedSince = new Date(clock.now() - maxAgeMs).toISOString()
  const asked = new Set<string>()
  progress.setResource('valuations', { state: 'running' })
  for (;;) {
    const { ids, total } = await store.entitiesToValue({ limit: chunk, notCheckedSince })
    const fresh = ids.filter((id) => !asked.has(id))
    progress.setResource('valuations', { expected: asked.size + total })
    if (fresh.length === 0) break
    for (const id of fresh) asked.add(id)
    await askAll(parts, fresh)
    signal.throwIfAborted()
  }
  await store.completeValuations()
  progress.setResource('valuations', { state: 'complete', lastCompleteAt: new Date(clock.now()).toISOString() })
}

/** A few at a time, in order; the first failure stops the others from asking on. */
async function askAll(parts: RunParts, ids: readonly string[]): Promise<void> {
  const queue = ids[Symbol.iterator]()
  let failed = false
  const askOn = async () => {
    try {
      for (const entityId of queue) {
        if (failed || parts.signal.aborted) return
        await askOne(parts, entityId)
      }
    } catch (problem) {
      failed = true
      throw problem
    }
  }
  await Promise.all(Array.from({ length: parts.concurrency }, askOn))
}

async function askOne({ service, store, progress, signal }: RunParts, entityId: string): Promise<void> {
  const body = await service.getValuation({ entityId, signal })
  const counts = await store.applyValuation({ entityId, bytes: body?.bytes ?? null }).catch(setAsideUnreadable)
  const { received, written, setAside } = progress.of('valuations')
  progress.setResource('valuations', {
    received: received + 1,
    written: written + counts.written,
    setAside: setAside + counts.setAside,
  })
}

/** One answer that is not JSON does not stop the rest; its entity stays due. */
function setAsideUnreadable(problem: unknown) {
  if (problem instanceof AppError && problem.code === 'service/not-json')
    return { written: 0, unchanged: 0, setAside: 1 }
  throw problem
}
