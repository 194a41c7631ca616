import { createMutex, type Mutex } from '../../shared/lib/timing.ts'
import type { ListedResource, Resource } from '../../shared/service/resource.ts'
import { localToday, sameDayLastYear } from './days.ts'
import { createIdleMerge, type IdleMerge } from './idle-merge.ts'
import { type ChangeLog, createChangeLog } from './ledger/changes.ts'
import { createObservations, type Observations } from './ledger/observations.ts'
import { createWriteStep, type WriteStep } from './ledger/operations.ts'
import { createHouseholdTotals, type HouseholdTotals } from './mirror/household-totals.ts'
import { createQuarantine, type Quarantine } from './mirror/quarantine.ts'
import { createRecordStore, type RecordStore } from './mirror/record-store.ts'
import { recordTables } from './mirror/record-tables.ts'
import { createBatchedSearchIndex, createSearchIndex } from './mirror/search-index.ts'
import { createSearchMerge, type SearchMerge } from './mirror/search-merge.ts'
import { createValuationStore, type ValuationStore } from './mirror/valuation-store.ts'
import type { WritableDatabase } from './open-database.ts'
import { createOverlay, type Overlay } from './overlay/overlay.ts'
import { createRecentWriteResults, type RecentWriteResults } from './overlay/recent-write-results.ts'
import { noReserve, type Reserve } from './reserve.ts'
import { createPageStore, type PageStore } from './sweep/page-store.ts'
import { createSweepStore, type SweepStore } from './sweep/sweep-store.ts'
import { createWriteBatch, type WriteBatch } from './write-batch.ts'

/** Dependencies of all writes, over one pair of connections. */
export type Writer = {
  mirror: WritableDatabase
  ledger: WritableDatabase
  batch: WriteBatch
  pages: PageStore
  sweeps: SweepStore
  setAside: Quarantine
  records: Readonly<Record<ListedResource, RecordStore>>
  /** Ends one first load after the other: search rows of two lists in turn would each be a segment of the index. */
  oneLoad: Mutex
  searchMerge: SearchMerge
  idleMerge: IdleMerge
  valuations: ValuationStore
  observations: Observations
  changes: ChangeLog
  totals: HouseholdTotals
  overlay: Overlay
  recentWrites: RecentWriteResults
  writeStep: WriteStep
  /** True if the mirror is up to date with the ledger's writes; see `overlay/replay-ledger.ts`. */
  follows: { ledger: boolean }
  reserve: Reserve
  onTrouble: (problem: unknown) => void
  /** ms since the epoch. */
  now: () => number
}

type WriterOptions = {
  mirror: WritableDatabase
  ledger: WritableDatabase
  now: () => number
  onChanged: (resources: Resource[]) => void
  /** Called with an error of the mirror after the ledger has committed the write. */
  onTrouble?: (problem: unknown) => void
  reserve?: Reserve
}

/** Prepares every statement once. */
export function createWriter(options: WriterOptions): Writer {
  const { mirror, ledger, now, onChanged, onTrouble = () => {}, reserve = noReserve } = options
  const search = createBatchedSearchIndex(createSearchIndex(mirror))
  const changed = new Set<Resource>()
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
  const follows = { ledger: false }
  const changes = createChangeLog({ mirror, ledger })
  const totals = createHouseholdTotals(mirror)
  const settleTotals = () => {
    totals.setOldTo(sameDayLastYear(localToday(new Date(now()))))
    return totals.settle()
  }
  const searchMerge = createSearchMerge(mirror)
  const idleMerge = createIdleMerge({ mirror, merge: searchMerge, onTrouble })
  const onLost = () => {
    follows.ledger = false
    changes.onLost()
  }
  return {
    mirror,
    ledger,
    now,
    batch: createWriteBatch({
      ...{ mirror, ledger, now, changes, changed, search, settleTotals },
      onChanged,
      onBatchEnd: idleMerge.wake,
      onLost,
    }),
    pages: createPageStore(mirror),
    sweeps: createSweepStore(mirror),
    setAside: createQuarantine(mirror),
    oneLoad: createMutex(),
    searchMerge,
    idleMerge,
    valuations,
    observations: createObservations(ledger),
    changes,
    totals,
    overlay: createOverlay({ mirror, ledger, records, valuations, now }),
    recentWrites: createRecentWriteResults(now),
    writeStep: createWriteStep(ledger),
    follows,
    reserve,
    onTrouble,
    records,
  }
}
