import { AppError } from '../../shared/domain/app-error.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { ConnectionStore, PageOutcome, ReadName, ReadOutput } from './connection-store.ts'
import type { StoreFiles } from './open-stores.ts'
import type { LedgerReport } from './recovery/ledger-report.ts'
import { startWorker, type WorkerClient } from './worker-client.ts'

/** The data worker's code, and the location of the stores; `memory` keeps everything in this process. */
export type OpenOptions = { workerUrl: URL; onWorkerDied?: (cause: unknown) => void } & (
  | ({ memory: false } & StoreFiles)
  | { memory: true }
)

/** An opened store, with the findings of the opening. */
export type OpenedStore = ConnectionStore & {
  /** The mirror was damaged and started empty; the damaged file is next to it under another name. */
  readonly mirrorRebuilt: boolean
  /** Set if the ledger was damaged, truncated or restored from an older copy; reported for three days. */
  readonly ledgerReport: LedgerReport | null
  /** False if the folder was not writable when the stores were opened: everything except reading fails. */
  readonly isWritable: boolean
  /** Ends the workers at once, like a crash. */
  terminate(): Promise<void>
}

/**
 * Opens a connection's stores: one worker writes and one only reads, so that reads never wait for a sweep. The reader starts a
 * third worker for views of large lists, so that other reads never wait for a sort. In memory, one worker does everything.
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
  // Both threads load their code in parallel, but the reader can only open what the writer has opened.
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
      // Copied instead of transferred, because the caller may still need the bytes.
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
  // A page that could not be read rejects both promises; a caller that awaits only one of them must not miss it.
  counts.catch(reject)
  outcome.catch(ignore)
  return { outcome, counts }
}

/** Bytes whose memory can be transferred: small Buffers share a pool, and transferring a slice would take the whole pool. */
function whole(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isOwn = buffer.byteLength > Buffer.poolSize && buffer.byteLength - bytes.byteLength < 4096
  return isOwn || bytes.byteLength === buffer.byteLength ? bytes : bytes.slice()
}

/** The worker answers a read with that read's own output type; see `reads/read.ts`. */
function asOutputOf<Name extends ReadName>(_: Name, output: unknown): ReadOutput<Name> {
  return output as ReadOutput<Name>
}

function ignore(_: unknown): void {}
