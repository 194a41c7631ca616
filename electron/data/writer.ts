import { localToday, yearBefore } from '../../shared/domain/days.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import type { ListedResource, Resource } from '../../shared/service/resource.ts'
import { createChangeLog } from './ledger/changes.ts'
import { createEstateAmounts } from './ledger/estate-amounts.ts'
import { createObservations } from './ledger/observations.ts'
import { createWriteStep } from './ledger/operations.ts'
import { createHouseholdTotals } from './mirror/household-totals.ts'
import { createQuarantine, createRecordStore } from './mirror/record-store.ts'
import { recordTables } from './mirror/record-tables.ts'
import {
  createBatchedSearchIndex,
  createIdleMerge,
  createSearchIndex,
  createSearchMerge,
} from './mirror/search-index.ts'
import { createValuationStore } from './mirror/valuation-store.ts'
import type { WritableDatabase } from './open-database.ts'
import { createOverlay } from './overlay/overlay.ts'
import { createRecentWriteResults } from './overlay/receive.ts'
import { createMissingKeeper } from './reads/kept-missing.ts'
import { noReserve, type Reserve } from './reserve.ts'
import { createPageStore, createSweepStore } from './sweep/page-store.ts'
import { createWriteBatch } from './write-batch.ts'

type WriterOptions = {
  mirror: WritableDatabase
  ledger: WritableDatabase
  now: () => number
  onChanged: (resources: Resource[], onlyChecked: Resource[]) => void
  /** Called with an error of the mirror after the ledger has committed the write. */
  onTrouble?: (problem: unknown) => void
  reserve?: Reserve
}

/**
 * All stores of the writing thread, over one pair of connections. What writes takes only its part of them: `RecordWriter` what a received
 * record changes, `SweepWriter` a page, `SweepEnder` the end of a sweep, `OutboxWriter` a step of the outbox, `BatchedMirror` the mirror alone.
 */
export type Writer = ReturnType<typeof createWriter>

/** Prepares every statement once. */
export function createWriter(options: WriterOptions) {
  const { mirror, ledger, now, onChanged, onTrouble = () => {}, reserve = noReserve } = options
  const search = createBatchedSearchIndex(createSearchIndex(mirror))
  const changes = createChangeLog({ mirror, ledger })
  const totals = createHouseholdTotals(mirror, createEstateAmounts({ ledger }))
  const settleTotals = () => {
    totals.setOldTo(yearBefore(localToday(new Date(now()))))
    return totals.settle()
  }
  const searchMerge = createSearchMerge(mirror)
  const idleMerge = createIdleMerge({ mirror, merge: searchMerge, onTrouble })
  const onEnd = (isLost: boolean) => {
    if (isLost) {
      overlay.followsLedger = false
      changes.onLost()
    }
    idleMerge.wake()
    missing.wake()
  }
  const batch = createWriteBatch({ mirror, ledger, now }, { search, changes, settleTotals }, { onChanged, onEnd })
  const missing = createMissingKeeper({ mirror, ledger, batch, now, onTrouble })
  const { changed } = batch
  const storeOf = (resource: ListedResource) =>
    createRecordStore(mirror, { ...recordTables[resource], resource }, { search, changed })
  const records = {
    users: storeOf('users'),
    households: storeOf('households'),
    individuals: storeOf('individuals'),
    entities: storeOf('entities'),
    documents: storeOf('documents'),
    'document-summaries': storeOf('document-summaries'),
  }
  const valuations = createValuationStore(mirror, { search, changed })
  const overlay = createOverlay({ mirror, ledger, records, valuations, now })
  return {
    ...{ mirror, ledger, now, onTrouble, reserve, batch, records, valuations, overlay, changes, totals },
    ...{ searchMerge, idleMerge, missing },
    pages: createPageStore(mirror),
    sweeps: createSweepStore(mirror),
    setAside: createQuarantine(mirror),
    oneLoad: createMutex(),
    observations: createObservations(ledger),
    recentWrites: createRecentWriteResults(now),
    writeStep: createWriteStep(ledger),
  }
}
