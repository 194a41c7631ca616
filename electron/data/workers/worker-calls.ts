import type { DocumentRule } from '../../../shared/rules/rules.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import { insertDemoChanges, type PastChanges } from '../ledger/changes.ts'
import { loadOutbox, type OutboxCommit, setAllPaused } from '../ledger/operations.ts'
import {
  type LedgerWriteInput,
  type LedgerWriteName,
  type LedgerWriteOutput,
  writeLedger,
} from '../ledger/write-ledger.ts'
import type { ListOrder } from '../lists/list-order.ts'
import { createOrderMaker } from '../lists/lists.ts'
import { type HeldWriteInput, type HeldWriteName, writeFileCache } from '../mirror/cached-files.ts'
import { emptyLog } from '../mirror/search-index.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { commitStep, ensureSettled } from '../overlay/replay-ledger.ts'
import { type ListName, listText } from '../reads/list.ts'
import { answerRead, isLong, type ReadInput, type ReadName, type ReadOutput } from '../reads/read.ts'
import type { Reader } from '../reads/reader.ts'
import {
  applyListed,
  applyRecord,
  applyValuation,
  completeValuations,
  type DueValuations,
  entitiesToValue,
  forgetFutureTimes,
  heldRemovals,
  holdRemovals,
  refuseValuation,
  removeRecords,
  type ValuationAnswer,
  valuationAges,
  valuedEntities,
} from '../records.ts'
import {
  abandonSweep,
  applyKnownPage,
  applyPage,
  completeSweep,
  type IncomingPage,
  type KnownPage,
  type Lacking,
} from '../sweep/apply-sweep.ts'
import type { PageOutcome, SweepStart } from '../sweep/page-store.ts'
import type { Writer } from '../writer.ts'
import type { Message } from './protocol.ts'

// One object of handlers per worker. Its keys are the calls, and its type is that of the methods by which other threads make them
// (`CallsOf` in protocol.ts), so a call is written here and nowhere else.

export type WriterCalls = ReturnType<typeof createWriterCalls>
export type ReaderCalls = ReturnType<typeof createReaderCalls>
export type OrdersCalls = ReturnType<typeof createOrdersCalls>

type Bytes = Uint8Array<ArrayBuffer>

/** The calls of the thread that writes. */
export function createWriterCalls(writer: Writer) {
  const settled = () => {
    ensureSettled(writer)
    return writer
  }
  return {
    /** Starts a sweep of a resource, or resumes an unfinished first one. */
    beginSweep: (resource: ListedResource): SweepStart => beginSweep(settled(), resource),
    /**
     * Applies a page; its bytes are transferred. `onOutcome` is called as soon as the page is parsed, so that the next request can be sent; the call is
     * answered when its records are in the open batch. Commits depend on the number of pages and on time.
     */
    applyPage: (page: IncomingPage, onOutcome: (outcome: PageOutcome) => void) => applyPage(settled(), page, onOutcome),
    /**
     * Notes a page that arrived compressed as it did last time; null if it is not known in that form any more, so that its bytes are
     * needed.
     */
    applyKnownPage: (page: KnownPage, onOutcome: (outcome: PageOutcome) => void) =>
      applyKnownPage(settled(), page, onOutcome),
    /** Forgets times in the future, which a wrong clock left: what they are about counts as never checked. */
    forgetFutureTimes: () => forgetFutureTimes(settled()),
    /** Commits the open batch. */
    flush: () => writer.batch.commit(),
    /**
     * Ends a complete sweep. Returns the records that it did not deliver; they stay in the mirror, and the caller reads each by
     * id. If it brought fewer records than the service counts, nothing is concluded, and the caller walks again. `ageMs` is the age of
     * its oldest page.
     */
    completeSweep: (sweepId: number, before?: Lacking | null, ageMs?: number, isResumed?: boolean) =>
      completeSweep(settled(), sweepId, before, ageMs, isResumed),
    /** Ends a sweep that will not be resumed (pagination went wrong); no conclusion is drawn from it. */
    abandonSweep: (sweepId: number) => abandonSweep(settled(), sweepId),
    /** Removes records that the service confirmed as gone (404, or a record with `deleted_at`). */
    removeRecords: (resource: ListedResource, ids: readonly string[]) => removeRecords(settled(), resource, ids),
    /** Notes which records a run found gone, too many at once to be removed by it. */
    holdRemovals: (resource: ListedResource, ids: readonly string[]) => holdRemovals(settled(), resource, ids),
    /** The ids of those that an earlier run noted, also before a restart. */
    heldRemovals: (resource: ListedResource) => heldRemovals(settled(), resource),
    /** Applies a record that was read by id. */
    applyRecord: (resource: ListedResource, bytes: Bytes, ageMs?: number) =>
      applyRecord(settled(), resource, bytes, ageMs),
    /** Applies a page of a list that is not a sweep, such as that of one household; records that are not on it stay. */
    applyListed: (resource: ListedResource, bytes: Bytes, ageMs?: number) =>
      applyListed(settled(), resource, bytes, ageMs),
    /**
     * Entities not checked since `notCheckedSince` (ISO 8601), or changed since their check, in the order in which their
     * valuations should be read: changed, never checked, then the others; within each group pinned households first, then the
     * least recently checked.
     */
    entitiesToValue: (options: DueValuations) => entitiesToValue(writer, options),
    /**
     * Applies an answer to "latest valuation of"; `bytes` is null when the entity has none. A valuation that differs from the
     * last one is recorded in the ledger as an observation.
     */
    applyValuation: (answer: ValuationAnswer) => applyValuation(settled(), answer),
    /** Records that a request for an entity's latest valuation was refused; status 0: the answer was unreadable. */
    refuseValuation: (refusal: { entityId: string; status: number }) => refuseValuation(settled(), refusal),
    /** Entities whose valuation shows, when it is asked for, whether the service gives any; see `valuedEntities`. */
    valuedEntities: (options: { except: readonly string[] }) => valuedEntities(settled(), options),
    valuationAges: () => valuationAges(writer),
    /** Records that every due entity has been asked for its valuation. */
    completeValuations: () => completeValuations(writer),
    /** Records the demo firm's made-up history of changes. */
    insertDemoChanges: (history: PastChanges) => insertDemoChanges(settled(), history),
    /** Writes the user's data to the ledger; it is on the disk when this resolves. */
    async writeLedger<Name extends LedgerWriteName>(
      name: Name,
      input: LedgerWriteInput<Name>,
    ): Promise<LedgerWriteOutput<Name>> {
      const output = writeLedger(writer, name, input)
      if (name === 'estate.setAmount') followAmounts(writer)
      return output
    },
    /** Writes facts about downloaded files to the mirror; every read sees them when this resolves. */
    async writeFileCache<Name extends HeldWriteName>(name: Name, input: HeldWriteInput<Name>): Promise<void> {
      writeFileCache(writer, name, input)
      // Files may be read for hours without a pause in which the log would be emptied.
      if (name === 'texts.put') emptyLog(writer.mirror)
    },
    /** Keeps the counts of documents that these rules do not find, from now on; a read that is behind asks for it. */
    keepMissing: ({ rules }: { rules: readonly DocumentRule[] }) => writer.missing.follow(rules),
    loadOutbox: () => loadOutbox(writer.ledger),
    commitOutbox: (step: OutboxCommit) => commitStep(writer, step),
    pauseOutbox: (paused: boolean) => setAllPaused(writer.ledger, paused),
    /** Resolves once the search index is merged, which begins a second after the last commit. */
    searchMerged: () => writer.idleMerge.done(),
    /** When each resource's last complete sweep ended, ISO 8601. */
    lastComplete: () => lastComplete(writer.mirror),
  }
}

type Read = <Name extends ReadName>(name: Name, input: ReadInput<Name>) => Promise<ReadOutput<Name>>

/**
 * The calls of a thread that only reads.
 *
 * @param readElsewhere - answers a read that would keep others waiting, in another thread
 */
export function createReaderCalls(reader: Reader, readElsewhere: Read | null = null) {
  return {
    async read<Name extends ReadName>(name: Name, input: ReadInput<Name>): Promise<ReadOutput<Name>> {
      if (readElsewhere && isLong(reader, name, input)) return readElsewhere(name, input)
      return answerRead(reader, name, input)
    },
    /**
     * A list's window as JSON text that is already checked against the contract. It is passed on to the screen as text, so that no
     * thread in between parses a hundred records and serialises them again.
     */
    async readText<Name extends ListName>(name: Name, input: ReadInput<Name>): Promise<string> {
      return listText(name, await answerRead(reader, name, input))
    },
  }
}

/** The calls of the thread that does for a reader what would keep its other reads waiting: it sorts and sums large lists. */
export function createOrdersCalls(reader: Reader) {
  const maker = createOrderMaker(reader)
  return {
    whole: (order: ListOrder) => reader.time('lists.order', () => maker.whole(order), order),
    first: (order: ListOrder) => reader.time('lists.first', () => maker.first(order), order),
    async read<Name extends ReadName>(name: Name, input: ReadInput<Name>): Promise<ReadOutput<Name>> {
      return answerRead(reader, name, input)
    },
  }
}

function beginSweep(writer: Writer, resource: ListedResource): SweepStart {
  const { nextPage, ...start } = writer.batch.write(() => {
    writer.pages.settle(resource)
    return writer.sweeps.begin(resource, writer.now())
  })
  const { cursors: expectedCursors, compressed: knownPages } = writer.pages.from(resource, nextPage)
  return { ...start, expectedCursors, knownPages }
}

/** Brings the figures of households in line with the amounts in the ledger. What is not done here, the next commit does. */
function followAmounts({ batch, onTrouble }: Writer): void {
  try {
    batch.write(() => {})
    batch.changed('households')
    batch.commit()
  } catch (problem) {
    onTrouble(problem)
  }
}

function lastComplete(mirror: ReadableDatabase): Partial<Record<Resource, string>> {
  const rows = mirror
    .prepare<[], { resource: Resource; at: number }>(
      'SELECT resource, complete_ended_at AS at FROM resource_state WHERE complete_ended_at IS NOT NULL',
    )
    .all()
  return Object.fromEntries(rows.map(({ resource, at }) => [resource, new Date(at).toISOString()]))
}

/**
 * Holds a worker's reports of changes until the call that caused them is answered. Each report makes the page read again, and these
 * reads would delay the answer to a save.
 */
export function createHeldChanges(post: (message: Message) => void) {
  let isHeld = false
  let held: Message[] = []
  const release = () => {
    isHeld = false
    const reports = held
    held = []
    for (const report of reports) post(report)
  }
  return {
    post(message: Message): void {
      if (isHeld) held.push(message)
      else post(message)
    },
    /** Does the work of a call and answers it. Work that takes turns with other calls may take minutes, and holds nothing. */
    async untilAnswered(work: () => unknown, answer: (output: unknown) => void): Promise<void> {
      isHeld = true
      try {
        const output = work()
        if (output instanceof Promise) release()
        answer(await output)
      } finally {
        release()
      }
    },
  }
}
