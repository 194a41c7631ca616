import { AppError } from '../../shared/domain/app-error.ts'
import { createEmitter, type Emitter } from '../../shared/lib/calls.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { OutboxStore } from './ledger/operations.ts'
import type { StoreFiles } from './open-stores.ts'
import type { SlowRead } from './reads/reader.ts'
import type { CallsOf, OpeningReport, UnreadableCells } from './workers/protocol.ts'
import type { ReaderCalls, WriterCalls } from './workers/worker-calls.ts'
import { type StartThread, startWorker, type WorkerClient, whole } from './workers/worker-client.ts'

/**
 * One connection's mirror and ledger, behind the data worker: its calls, and those of the outbox as a port of their own. Rejections
 * are AppErrors (`cache/…`, `service/bad-page`, `record/not-found`).
 */
export type ConnectionStore = CallsOf<ReaderCalls> &
  Omit<CallsOf<WriterCalls>, 'loadOutbox' | 'commitOutbox' | 'pauseOutbox'> & {
    /** Writes that were made on this computer. */
    readonly outbox: OutboxStore
    /**
     * Called with the resources whose rows changed, after the commit that changed them; of `onlyChecked` no record did, they were read
     * from the service again. Returns the unsubscriber.
     */
    onChanged(listener: (resources: Resource[], onlyChecked: Resource[]) => void): () => void
    close(): Promise<void>
  }

/** How data threads start, and the location of the stores; `memory` keeps everything in this process. */
export type OpenOptions = {
  startThread: StartThread
  onWorkerDied?: (cause: unknown) => void
  /** Called for cells of a list that cannot be shown, once for each column. */
  onUnreadable?: (cells: UnreadableCells) => void
  /** Called for a slow read that lacks an index. */
  onSlow?: (slow: SlowRead) => void
  /** Called with every error of the stores, also of writes that no call waits for. */
  onFailure?: (problem: AppError) => void
} & (({ memory: false } & StoreFiles) | { memory: true })

/** An opened store, with the findings of the opening. */
export type OpenedStore = ConnectionStore &
  Readonly<OpeningReport> & {
    /** Ends the workers at once, like a crash. */
    terminate(): Promise<void>
  }

/**
 * Opens a connection's stores: one worker writes and one only reads, so that reads never wait for a sweep. The reader starts a
 * third worker that sorts large lists, so that other reads never wait for a sort. In memory, one worker does everything.
 * @throws AppError `cache/locked`, `cache/newer` or `cache/write-failed`; `cache/damaged` when the replacement is damaged, too.
 */
export async function openConnectionStore(options: OpenOptions): Promise<OpenedStore> {
  try {
    return await openOnce(options)
  } catch (problem) {
    // The damage is recorded by now, so this time the damaged store is set aside.
    if (problem instanceof AppError && problem.code === 'cache/damaged') return openOnce(options)
    throw problem
  }
}

/** The arguments of a listener of {@link ConnectionStore.onChanged}. */
type Changes = [resources: Resource[], onlyChecked: Resource[]]

async function openOnce(options: OpenOptions): Promise<OpenedStore> {
  const { startThread, onUnreadable = () => {}, onSlow = () => {}, onFailure = () => {} } = options
  const onDied = options.onWorkerDied ?? (() => {})
  const changes = createEmitter<Changes>()
  const onChanged = (...of: Changes) => changes.emit(of)
  if (options.memory) {
    const both = startWorker<WriterCalls & ReaderCalls>({
      startThread,
      setup: { role: 'writer', files: null },
      ...{ onChanged, onUnreadable, onFailure, onDied },
    })
    const { calls, report } = await openOrStop([both], both)
    return storeOver({ writes: calls, reads: calls, report, workers: [both], changes })
  }
  const { folder, mirror, ledger } = options
  const files: StoreFiles = { folder, mirror, ledger }
  const writer = startWorker<WriterCalls>({
    startThread,
    setup: { role: 'writer', files },
    onChanged,
    onFailure,
    onDied,
  })
  // Both threads load their code in parallel, but the reader can only open what the writer has opened.
  const reader = startWorker<ReaderCalls>({
    startThread,
    setup: { role: 'reader', files },
    ...{ onUnreadable, onSlow, onFailure, onDied },
  })
  const workers = [reader, writer]
  const { calls: writes, report } = await openOrStop(workers, writer)
  const { calls: reads } = await openOrStop(workers, reader)
  return storeOver({ writes, reads, report, workers, changes })
}

type AnyWorker = Pick<WorkerClient<unknown>, 'close' | 'terminate'>

async function openOrStop<Handlers>(started: readonly AnyWorker[], worker: WorkerClient<Handlers>) {
  try {
    return await worker.open()
  } catch (problem) {
    await Promise.all(started.map((other) => other.terminate()))
    throw problem
  }
}

type Parts = {
  writes: CallsOf<WriterCalls>
  reads: CallsOf<ReaderCalls>
  report: OpeningReport
  /** In the order in which they close. */
  workers: readonly AnyWorker[]
  changes: Emitter<Changes>
}

function storeOver({ writes, reads, report, workers, changes }: Parts): OpenedStore {
  return {
    ...report,
    ...writes,
    ...reads,
    outbox: {
      load: writes.loadOutbox,
      async commit(step) {
        // Copied instead of transferred, because the caller may still need the bytes.
        const records = step.records?.map((record) => ({ ...record, bytes: whole(record.bytes) }))
        await writes.commitOutbox({ ...step, ...(records ? { records } : {}) })
      },
      setAllPaused: writes.pauseOutbox,
    },
    onChanged: (listener) => changes.on((of) => listener(...of)),
    async close() {
      for (const worker of workers) await worker.close()
    },
    async terminate() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
