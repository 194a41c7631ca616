import { AppError } from '../../shared/domain/app-error.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import { maxPageSize } from '../../shared/service/page.ts'
import type { HouseholdNeeds } from '../data/reads/travel.ts'
import type { ListedAnswer } from '../data/records.ts'
import { isSince } from '../platform/clock.ts'
import { forEachConcurrent } from '../platform/concurrency.ts'
import { createPaginationPlan, type WalkedList, walkUntilComplete } from '../service/pagination.ts'
import { confirmMissing } from '../sync/confirm-missing.ts'
import { badPagination } from '../sync/sweep-resource.ts'
import { concludeNone, type NotValued, noneOf } from '../sync/sweep-valuations.ts'
import type { CheckResult } from './check-result.ts'
import type { TravelParts } from './travel-parts.ts'

/** Number of simultaneous lookups by id. */
const concurrency = 2

type Asked = { householdId: string; signal: AbortSignal }

const lists = [
  { resource: 'individuals', what: 'individual' },
  { resource: 'entities', what: 'entity' },
  { resource: 'documents', what: 'document' },
  { resource: 'document-summaries', what: 'summary' },
] as const

type List = (typeof lists)[number]

/**
 * Compares a household and all records that belong to it with the service, by its own lists, and looks up by id those that the
 * lists do not contain.
 * @returns the records that cannot be read
 * @throws AppError `service/…`, `auth/…`, `cache/…`, `sync/cancelled`
 */
export async function checkRecords(parts: TravelParts, asked: Asked): Promise<CheckResult['unreadable']> {
  const { store, service } = parts
  const { householdId, signal } = asked
  const household = await service.getRecord({ resource: 'households', id: householdId, signal })
  if (household !== null) await store.applyRecord('households', household.bytes, household.ageMs)
  const before = await store.read('travel.needs', { household_id: householdId })
  const unreadable: CheckResult['unreadable'] = []
  for (const list of lists) {
    const { ids, bad } = await walkUntilComplete(() => walk(parts, list, asked))
    unreadable.push(...bad.map((id) => ({ what: list.what, id, title: id === '' ? 'A record without an ID' : id })))
    const missing = knownIds(before, list).filter((id) => !ids.has(id) && !isLocalId(id))
    const asking = { ids: missing, heldBefore: new Set<string>() }
    await confirmMissing({ service, store, signal, concurrency }, list.resource, asking)
  }
  if (household === null) await store.removeRecords('households', [householdId])
  return unreadable
}

type Walked = WalkedList & { bad: string[] }

async function walk({ store, service }: TravelParts, { resource }: List, asked: Asked): Promise<Walked> {
  const { householdId, signal } = asked
  const plan = createPaginationPlan({ after: null })
  const ids = new Set<string>()
  const bad: string[] = []
  let received = 0
  for (let after: string | null = null; ; ) {
    const query = { household_id: householdId }
    const { bytes, ageMs } = await service.listPage({ resource, after, limit: maxPageSize, query, signal })
    const page = await store.applyListed(resource, bytes, ageMs)
    received += page.outcome.received
    for (const id of page.ids) ids.add(id)
    bad.push(...page.unreadable)
    const step = plan.next(page.outcome)
    if (step.kind === 'complete') return { ids, bad, received, counted: countedWithId(page, bad) }
    if (step.kind === 'broken') throw badPagination(step.reason)
    after = step.after
  }
}

/** How many records with an id the service counts; unreadable ones without an id count, too. */
function countedWithId({ outcome }: ListedAnswer, bad: readonly string[]): number | null {
  return outcome.totalCount === null ? null : outcome.totalCount - bad.filter((id) => id === '').length
}

function knownIds(needs: HouseholdNeeds, { resource }: List): string[] {
  if (resource === 'individuals') return needs.individual_ids
  if (resource === 'document-summaries') return needs.summary_ids
  if (resource === 'entities') return needs.valuations.map(({ entity_id }) => entity_id)
  return needs.documents.map(({ id }) => id)
}

const valuationConcurrency = 3

/** `since`, `now`: ms since the epoch. */
type ValuationsAsked = { needs: HouseholdNeeds; since: number; now: number; signal: AbortSignal }

/**
 * Requests the latest valuation of each entity of a household that was not requested recently.
 * @throws AppError `service/…`, `auth/…`, `cache/…`, `sync/cancelled`
 */
export async function checkValuations({ store, service }: TravelParts, asked: ValuationsAsked): Promise<void> {
  const { needs, since, now, signal } = asked
  const due = needs.valuations.filter(({ checked_at }) => !isSince(checked_at, since, now))
  const none: NotValued[] = []
  await forEachConcurrent(
    due,
    { concurrency: valuationConcurrency, signal },
    async ({ entity_id: entityId }, within) => {
      const body = await service.getValuation({ entityId, signal: within })
      if (body.bytes === null) none.push({ entityId, ...noneOf(body) })
      else await store.applyValuation({ entityId, bytes: body.bytes, ageMs: body.ageMs }).catch(ignoreUnreadable)
    },
  )
  await concludeNone({ service, store, signal }, none)
}

/** Ignores an unreadable valuation: its entity stays due, and the household is not ready. */
function ignoreUnreadable(problem: unknown): void {
  if (!(problem instanceof AppError && problem.code === 'service/not-json')) throw problem
}
