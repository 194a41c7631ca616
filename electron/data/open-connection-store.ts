import { AppError } from '../../shared/domain/app-error.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { ConnectionStore, PageOutcome, ReadName, ReadOutput } from './connection-store.ts'
import type { StoreFiles } from './open-stores.ts'
import type { LedgerReport } from './recovery/ledger-report.ts'
import { startWorker, type WorkerClient } from './worker-client.ts'

/** Where the data worker's code is, and where the stores live; `memory` keeps everything in this process. */
export type OpenOptions = { workerUrl: URL; onWorkerDied?: (cause: unknown) => void } & (
  | ({ memory: false } & StoreFiles)
  | { memory: true }
)

/** A store that was opened, with what was found on the way. */
export type OpenedStore = ConnectionStore & {
  /** The mirror was damaged and begun anew; the damaged file lies beside it under another name. */
  readonly mirrorRebuilt: boolean
  /** What became of a ledger that was damaged, cut short or put back from an older copy; told for some days. */
  readonly ledgerReport: LedgerReport | null
  /** False where the folder could not be written when they were opened: everything but reading fails. */
  readonly isWritable: boolean
  /** Ends the workers at once, as a crash would. */
  terminate(): Promise<void>
}

/**
 * Opens a connection's stores: a worker that writes and one that only reads, so that reads never wait for a sweep (which
 * starts a third for views of large lists, so that they never wait for a sort); in memory one worker does it all.
 * @throws AppError `cache/locked`, `cache/newer` or `cache/write-failed`; `cache/damaged` when what was begun anew is, too.
 */
export async function openConnectionStore(options: OpenOptions): Promise<OpenedStore> {
  try {
    return await openOnce(options)
  } catch (problem) {
    // The damage is noted by now, so that this time what is damaged is set aside.
    if (problem instanceof AppError && problem.code === 'cache/damaged') return openOnce(options)
    throw problem
  }
}

async function openOnce(options: OpenOptions): Promise<OpenedStore> {
  const { workerUrl } = options
  const onDied = options.onWorkerDied ?? (() => {})
  const listeners = new Set<(resources: Resource[]) => void>()
  const onChanged = (resources: Resource[]) => {
    for (const listener of listeners) listener(resources)
  }
  if (options.memory) {
    const both = startWorker({ workerUrl, setup: { role: 'memory' }, onChanged, onDied })
    await openOrStop([both], both)
    return storeOver({
      ...{ writer: both, reader: both, listeners },
      ...{ mirrorRebuilt: false, ledgerReport: null, isWritable: true },
    })
  }
  const { folder, mirror, ledger } = options
  const files: StoreFiles = { folder, mirror, ledger }
  const writer = startWorker({ workerUrl, setup: { role: 'writer', files }, onChanged, onDied })
  // Both threads load their code side by side, but only what the writer has opened can be read.
  const reader = startWorker({ workerUrl, setup: { role: 'reader', files, workerUrl: workerUrl.href }, onDied })
  const found = await openOrStop([writer, reader], writer)
  await openOrStop([writer, reader], reader)
  return storeOver({ writer, reader, listeners, ...found })
}

async function openOrStop(started: readonly WorkerClient[], worker: WorkerClient) {
  try {
    return await worker.call('open', null)
  } catch (problem) {
    await Promise.all(started.map((other) => other.terminate()))
    throw problem
  }
}

type Parts = {
  writer: WorkerClient
  reader: WorkerClient
  listeners: Set<(resources: Resource[]) => void>
  mirrorRebuilt: boolean
  ledgerReport: LedgerReport | null
  isWritable: boolean
}

function storeOver({ writer, reader, listeners, ...found }: Parts): OpenedStore {
  const workers = [...new Set([reader, writer])]
  return {
    ...found,
    async read(name, input) {
      return asOutputOf(name, await reader.call('read', { name, input }))
    },
    readText: (name, input) => reader.call('readText', { name, input }),
    beginSweep: (resource) => writer.call('beginSweep', resource),
    applyPage: (page) => applyPage(writer, page),
    flush: async () => ignore(await writer.call('flush', null)),
    completeSweep: (sweepId) => writer.call('completeSweep', sweepId),
    abandonSweep: async (sweepId) => ignore(await writer.call('abandonSweep', sweepId)),
    removeRecords: async (resource, ids) => ignore(await writer.call('removeRecords', { resource, ids })),
    async applyRecord(resource, body) {
      const bytes = whole(body)
      await writer.call('applyRecord', { resource, bytes }, { transfer: [bytes.buffer] })
    },
    applyListed(resource, body) {
      const bytes = whole(body)
      return writer.call('applyListed', { resource, bytes }, { transfer: [bytes.buffer] })
    },
    entitiesToValue: (options) => writer.call('entitiesToValue', options),
    applyValuation({ entityId, bytes: body }) {
      const bytes = body && whole(body)
      return writer.call('applyValuation', { entityId, bytes }, { transfer: bytes ? [bytes.buffer] : [] })
    },
    refuseValuation: async (refusal) => ignore(await writer.call('refuseValuation', refusal)),
    valuationAges: () => writer.call('valuationAges', null),
    completeValuations: async () => ignore(await writer.call('completeValuations', null)),
    keep: async (name, input) => ignore(await writer.call('keep', { name, input })),
    keepHeld: async (name, input) => ignore(await writer.call('keepHeld', { name, input })),
    outbox: outboxOver(writer),
    lastComplete: () => writer.call('lastComplete', null),
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      for (const worker of workers) {
        await worker.call('close', null).catch(ignore)
        await worker.terminate()
      }
    },
    async terminate() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function outboxOver(writer: WorkerClient): ConnectionStore['outbox'] {
  return {
    load: () => writer.call('outboxLoad', null),
    async commit(step) {
      // Copied whole rather than transferred: who made the step may still need what it holds.
      const records = step.records?.map((record) => ({ ...record, bytes: whole(record.bytes) }))
      await writer.call('outboxCommit', { ...step, ...(records ? { records } : {}) })
    },
    setAllPaused: async (paused) => ignore(await writer.call('outboxSetAllPaused', paused)),
  }
}

function applyPage(writer: WorkerClient, page: Parameters<ConnectionStore['applyPage']>[0]) {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<PageOutcome>()
  const bytes = whole(page.bytes)
  const counts = writer.call('applyPage', { ...page, bytes }, { transfer: [bytes.buffer], onOutcome: resolve })
  // A page that could not even be read fails both; whoever waits for only one of them must not miss it.
  counts.catch(reject)
  outcome.catch(ignore)
  return { outcome, counts }
}

/** Bytes whose memory can be given away: small Buffers share a pool, and a slice would take its whole along. */
function whole(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isOwn = buffer.byteLength > Buffer.poolSize && buffer.byteLength - bytes.byteLength < 4096
  return isOwn || bytes.byteLength === buffer.byteLength ? bytes : bytes.slice()
}

/** The worker answers a read with that read's own output; see `reads/read.ts`. */
function asOutputOf<Name extends ReadName>(_: Name, output: unknown): ReadOutput<Name> {
  return output as ReadOutput<Name>
}

function ignore(_: unknown): void {}
