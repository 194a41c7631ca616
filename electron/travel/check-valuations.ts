import { AppError } from '../../shared/domain/app-error.ts'
import type { HouseholdNeeds } from '../data/reads/travel.ts'
import { forEachConcurrent } from '../platform/concurrency.ts'
import type { TravelParts } from './travel-parts.ts'

const concurrency = 3

type Asked = { needs: HouseholdNeeds /** ISO 8601 */; notCheckedSince: string; signal: AbortSignal }

/**
 * Requests the latest valuation of each entity of a household that was not requested recently.
 * @throws AppError `service/…`, `auth/…`, `cache/…`, `sync/cancelled`
 */
export async function checkValuations({ store, service }: TravelParts, asked: Asked): Promise<void> {
  const { needs, notCheckedSince, signal } = asked
  const due = needs.valuations.filter(({ checked_at }) => checked_at === null || checked_at < notCheckedSince)
  await forEachConcurrent(due, { concurrency, signal }, async ({ entity_id: entityId }, within) => {
    const body = await service.getValuation({ entityId, signal: within })
    await store.applyValuation({ entityId, bytes: body?.bytes ?? null }).catch(ignoreUnreadable)
  })
}

/** Ignores an unreadable valuation: its entity stays due, and the household is not ready. */
function ignoreUnreadable(problem: unknown): void {
  if (!(problem instanceof AppError && problem.code === 'service/not-json')) throw problem
}
