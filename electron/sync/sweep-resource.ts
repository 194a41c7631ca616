import PQueue from 'p-queue'
import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { Lacking, PageCounts } from '../data/sweep/apply-sweep.ts'
import type { PageOutcome, SweepStart } from '../data/sweep/page-store.ts'
import { type BrokenReason, createPaginationPlan } from '../service/pagination.ts'
import type { Body, ServiceClient } from '../service/service-client.ts'
import { createPageSource } from './page-source.ts'
import { createTolerance, type RunParts, withRefusal } from './run.ts'

/**
 * Walks one resource from its first page to its last. Pages are requested at most one ahead (see {@link createPageSource}) while
 * earlier ones are still being written, so that memory use stays constant. Resolves when the last page has arrived; it may still be
 * being written. A first copy that was interrupted is read to its end before that: it is then a copy as old as its first page, also if no
 * whole walk succeeds. Nothing is removed because of it.
 * @throws AppError `service/…`, `auth/…`, `cache/…` or `sync/cancelled`; committed pages are kept.
 */
export async function walkResource(
  parts: RunParts,
  resource: ListedResource,
  begun: Promise<SweepStart>,
): Promise<WalkEnd> {
  const start = await begun
  if (start.after === null) return walk(parts, resource, start)
  try {
    const end = await walk(parts, resource, start)
    await end.written
    if (end.reason === null) await keepResumed(parts, resource, end)
    else await parts.store.abandonSweep(start.sweepId)
  } catch (problem) {
    // The cursor of an earlier run may have expired at the service.
    if (!(problem instanceof ResumeRefused)) throw problem
    await parts.store.abandonSweep(start.sweepId)
  }
  return walk(parts, resource, await parts.store.beginSweep(resource))
}

/** Ends a first copy of which an earlier run read the first pages; unless records are lacking, it counts as checked when it began. */
async function keepResumed({ store, progress }: RunParts, resource: ListedResource, end: WalkEnd): Promise<void> {
  const { lacking } = await store.completeSweep(end.sweepId, null, end.ageMs, true)
  if (lacking) return
  const { [resource]: lastCompleteAt } = await store.lastComplete()
  if (lastCompleteAt !== undefined) progress.setResource(resource, { lastCompleteAt })
}

/**
 * Ends a sweep, then reads by id the records that a complete one missed. Another resource may be walked at the same time. A list that
 * has fewer records than the service counts is walked once more.
 * @throws AppError as {@link walkResource}, and `service/bad-pagination` when the walk was broken or records are lacking.
 */
export async function concludeSweep(parts: RunParts, resource: ListedResource, end: WalkEnd): Promise<void> {
  const { progress } = parts
  const first = await endSweep(parts, resource, { end, before: null })
  const ended = first.lacking ? await walkAgain(parts, resource, first.lacking) : first
  if (ended.lacking) {
    progress.setResource(resource, { state: 'incomplete' })
    throw lacksRecords(resource, ended.lacking)
  }
  const { refused, held, answered } = await confirmMissing(parts, resource, {
    ids: ended.missing,
    heldBefore: await heldBeforeRun(parts, resource),
  })
  await parts.store.holdRemovals(resource, held)
  progress.setResource(resource, {
    refused: refused.reduce(withRefusal, progress.of(resource).refused),
    held: held.length,
  })
  if (answered > 0 && progress.of(resource).received === 0) {
    progress.setResource(resource, { state: 'incomplete' })
    throw listsNothing(resource, answered)
  }
  const lastCompleteAt = new Date(parts.clock.now() - ended.ageMs).toISOString()
  progress.setResource(resource, { state: 'complete', lastCompleteAt })
}

/** The removals that an earlier run held, however often this one walks the list. */
function heldBeforeRun({ heldBefore, store }: RunParts, resource: ListedResource): Promise<ReadonlySet<string>> {
  const known = heldBefore.get(resource) ?? store.heldRemovals(resource).then((ids) => new Set(ids))
  heldBefore.set(resource, known)
  return known
}

async function walkAgain(parts: RunParts, resource: ListedResource, before: Lacking) {
  const end = await walk(parts, resource, await parts.store.beginSweep(resource))
  return endSweep(parts, resource, { end, before })
}

type Ending = { end: WalkEnd; before: Lacking | null }

async function endSweep({ store, progress }: RunParts, resource: ListedResource, { end, before }: Ending) {
  await end.written
  if (end.reason === null) return { ...(await store.completeSweep(end.sweepId, before, end.ageMs)), ageMs: end.ageMs }
  await store.abandonSweep(end.sweepId)
  progress.setResource(resource, { state: 'incomplete' })
  throw badPagination(end.reason)
}

/** The end of a walk: its sweep, the reason if it was broken, the writing of its last page, and the age of its oldest page. */
type WalkEnd = { sweepId: number; reason: BrokenReason | null; written: Promise<void>; ageMs: number }

async function walk(parts: RunParts, resource: ListedResource, start: SweepStart): Promise<WalkEnd> {
  const { service, signal } = parts
  const nothing = { expected: null, written: 0, setAside: 0, refused: [], held: 0 }
  parts.progress.setResource(resource, { state: 'running', received: start.received, ...nothing })
  const source = createPageSource({ service, resource, signal, ...start })
  try {
    return await walkPages(parts, { resource, start, source })
  } finally {
    source.close()
  }
}

type Walk = { resource: ListedResource; start: SweepStart; source: ReturnType<typeof createPageSource> }

async function walkPages(parts: RunParts, { resource, start, source }: Walk): Promise<WalkEnd> {
  const { store, signal } = parts
  const plan = createPaginationPlan(start)
  const { sweepId } = start
  let after = start.after
  let ageMs = 0
  let written: Promise<void> = Promise.resolve()
  for (;;) {
    const body = await source
      .get(after)
      .catch((problem: unknown) =>
        refuseResume(parts, { resource, problem, isResuming: after !== null && after === start.after }),
      )
    signal.throwIfAborted()
    ageMs = Math.max(ageMs, body.ageMs ?? 0)
    const told = Promise.withResolvers<PageOutcome>()
    const page = { position: { sweepId, after }, body, source }
    const counts = apply(store, page, told.resolve)
    const counted = counts.then((found) => count(parts, resource, found))
    // Awaited below, or the page could not be read: then its outcome, which is awaited first, is rejected as well.
    counted.catch(told.reject)
    const outcome = await told.promise
    await written
    written = counted
    const { received } = parts.progress.of(resource)
    parts.progress.setResource(resource, { received: received + outcome.received, expected: outcome.totalCount })
    const step = plan.next(outcome)
    if (step.kind !== 'next') return { sweepId, reason: step.kind === 'broken' ? step.reason : null, written, ageMs }
    after = step.after
  }
}

type Page = {
  position: { sweepId: number; after: string | null }
  body: Body
  source: Pick<Walk['source'], 'getWhole'>
}

/** Applies a page; one that came as it did last time goes without its bytes. */
async function apply(
  store: RunParts['store'],
  { position, body, source }: Page,
  onOutcome: (outcome: PageOutcome) => void,
): Promise<PageCounts> {
  const { bytes, compressed, ageMs } = body
  if (!compressed?.isKnown)
    return store.applyPage({ ...position, bytes, compressed: compressed?.digest, ageMs }, onOutcome)
  const counts = await store.applyKnownPage({ ...position, compressed: compressed.digest }, onOutcome)
  if (counts !== null) return counts
  const whole = await source.getWhole(position.after)
  return store.applyPage(
    { ...position, bytes: whole.bytes, compressed: whole.compressed?.digest, ageMs: whole.ageMs },
    onOutcome,
  )
}

function count({ progress }: RunParts, resource: ListedResource, counts: PageCounts): void {
  const { written, setAside } = progress.of(resource)
  progress.setResource(resource, { written: written + counts.written, setAside: setAside + counts.setAside })
}

class ResumeRefused extends Error {}

type Refusal = { resource: ListedResource; problem: unknown; isResuming: boolean }

/** The records received so far are only given up if the service itself refuses the cursor. */
async function refuseResume({ service, signal }: RunParts, { resource, problem, isResuming }: Refusal): Promise<never> {
  const { code } = toAppError(problem)
  if (!isResuming || (code !== 'service/refused' && code !== 'service/not-found')) throw problem
  await service.prove(resource, signal)
  throw new ResumeRefused()
}

const names = {
  users: 'users',
  households: 'households',
  individuals: 'people',
  entities: 'entities',
  documents: 'documents',
  'document-summaries': 'document summaries',
} as const satisfies Record<ListedResource, string>

/** The error for a list without any record while the service returns some of them by id. */
function listsNothing(resource: ListedResource, answered: number): AppError {
  return new AppError('service/bad-pagination', {
    message: `The service lists no ${names[resource]}, but returns ${new Intl.NumberFormat('en-US').format(answered)} of them one by one.`,
    nextStep: 'Nothing was removed. Sync again; if it keeps happening, contact the service’s support.',
    detail: `${resource}: empty list`,
  })
}

/** The error for a walk that brought fewer records than the service counts. */
function lacksRecords(resource: ListedResource, { distinct, counted, isCountWrong }: Lacking): AppError {
  const name = names[resource]
  const number = new Intl.NumberFormat('en-US')
  return new AppError('service/bad-pagination', {
    message: `The service counts ${number.format(counted)} ${name}, but sent ${number.format(distinct)}.`,
    nextStep: isCountWrong
      ? 'Two complete reads brought the same records, so the service’s count may be wrong. Nothing was removed; later syncs accept this difference.'
      : 'Sync again. What was received is kept, and nothing is removed; if it keeps happening, contact the service’s support.',
    detail: `${resource}: ${counted - distinct} fewer than counted`,
  })
}

/** The error for a broken walk. */
export function badPagination(reason: BrokenReason): AppError {
  return new AppError('service/bad-pagination', {
    message: 'The service’s pages never end, so the list may be incomplete.',
    nextStep:
      'Sync again. What was received is kept, and nothing is removed; if it keeps happening, contact the service’s support.',
    detail: reason,
  })
}

type Parts = {
  service: Pick<ServiceClient, 'getRecord'>
  store: Pick<ConnectionStore, 'applyRecord' | 'removeRecords'>
  signal: AbortSignal
  /** Requests in flight at once. */
  concurrency: number
}

/** Records of one list that vanish at once: more are only removed when the next run finds them gone as well. */
const mostAtOnce = 20

type Missing = {
  ids: readonly string[]
  /** Those of an earlier run that were gone and held. */
  heldBefore: ReadonlySet<string>
}

type Confirmed = {
  /** The HTTP statuses of the refusals. */
  refused: number[]
  /** Gone, but so many at once that they stay, marked unconfirmed, until the next run says the same. */
  held: string[]
  /** The number of those that the service returned by id although its list left them out. */
  answered: number
}

/**
 * Reads by id each record that a complete sweep did not deliver. Only a record that the service reports as gone is removed; one
 * that exists is kept and refreshed; one that the service refuses or that could not be read stays, marked unconfirmed.
 * @throws AppError when every other request would fail as well; records reported as gone before that are still removed
 */
export async function confirmMissing(
  parts: Parts,
  resource: ListedResource,
  { ids, heldBefore }: Missing,
): Promise<Confirmed> {
  const { service, store, signal, concurrency } = parts
  const queue = new PQueue({ concurrency })
  const tolerance = createTolerance()
  const gone: string[] = []
  const refused: number[] = []
  let answered = 0
  let end: { thrown: unknown } | null = null
  const ask = async (id: string) => {
    if (end !== null || signal.aborted) return
    try {
      const body = await service.getRecord({ resource, id, signal, background: true })
      tolerance.answered()
      if (body === null) gone.push(id)
      else {
        answered += 1
        await store.applyRecord(resource, body.bytes, body.ageMs)
      }
    } catch (thrown) {
      try {
        refused.push(tolerance.refused(thrown))
      } catch (fatal) {
        end ??= { thrown: fatal }
      }
    }
  }
  await Promise.all(ids.map((id) => queue.add(() => ask(id))))
  const removed = gone.length > mostAtOnce ? gone.filter((id) => heldBefore.has(id)) : gone
  if (removed.length > 0) await store.removeRecords(resource, removed)
  signal.throwIfAborted()
  if (end !== null) throw (end as { thrown: unknown }).thrown
  const isRemoved = new Set(removed)
  return { refused, held: gone.filter((id) => !isRemoved.has(id)), answered }
}
