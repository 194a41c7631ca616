import { AppError } from '../../shared/domain/app-error.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { FetchProgress } from '../../shared/ipc/files.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Download } from '../service/download.ts'
import type { HeldEntry, HeldFiles, HeldRef } from './connection-files.ts'
import { downloadFile } from './download-file.ts'

/** The mirror's facts about the record that a file belongs to. */
export type FileRecord = { name: string; updatedAt: string }

export type FetcherOptions = {
  held: HeldFiles
  download: Download
  /** Null if the record is not in the mirror. */
  recordOf(ref: HeldRef): Promise<FileRecord | null>
  clock?: Clock
}

export type FetchOptions = {
  /** Downloads even if the file here is up to date. */
  refresh: boolean
  signal: AbortSignal
  /** In bytes: received so far, and in total; `total` is null while the service has not given a size. */
  onProgress?(received: number, total: number | null): void
}

/** Downloads files from the service. */
export type Fetcher = {
  /**
   * Returns the held file, and downloads it first unless the one that is here is up to date. Several callers share one download;
   * when the last of them leaves, it is cancelled. Once all bytes are here, a caller can no longer cancel: each gets the file. Rejects with
   * `service/…`, `auth/…`, `files/…`.
   */
  fetch(ref: HeldRef, options: FetchOptions): Promise<HeldEntry>
  /** Cancels every download and resolves when all of them are cleaned up. */
  close(): Promise<void>
}

type Caller = Pick<FetchOptions, 'onProgress'>
type UnderWay = {
  abort: AbortController
  callers: Set<Caller>
  /** The last progress reported to the callers. */
  last: { received: number; total: number | null } | null
  /** All bytes are here, and the file is kept. */
  isWhole: boolean
  done: Promise<HeldEntry>
}

/** Maximum number of simultaneous downloads; more are queued. */
const most = 4

/** A {@link Fetcher} without downloads. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { held, recordOf } = options
  const underWay = new Map<string, UnderWay>()
  const room = createRoom(most)
  const state = { isClosed: false }

  const begin = (ref: HeldRef, key: string, known: { here: HeldEntry | null; record: FileRecord | null }): UnderWay => {
    const one: UnderWay = {
      abort: new AbortController(),
      callers: new Set(),
      last: null,
      isWhole: false,
      done: Promise.reject(),
    }
    one.done.catch(() => {})
    const { signal } = one.abort
    const onProgress = (received: number, total: number | null) => {
      one.last = { received, total }
      for (const caller of one.callers) caller.onProgress?.(received, total)
    }
    const onWhole = () => {
      one.isWhole = true
    }
    one.done = room
      .within(signal, () => bring(options, { ref, ...known, signal, onProgress, onWhole }))
      .finally(() => {
        if (underWay.get(key) === one) underWay.delete(key)
      })
    one.done.catch(() => {})
    underWay.set(key, one)
    return one
  }

  const join = (one: UnderWay, key: string, { signal, onProgress }: FetchOptions): Promise<HeldEntry> => {
    const caller: Caller = onProgress ? { onProgress } : {}
    one.callers.add(caller)
    if (one.last) onProgress?.(one.last.received, one.last.total)
    return new Promise((resolve, reject) => {
      const leave = () => {
        one.callers.delete(caller)
        signal.removeEventListener('abort', onAbort)
      }
      const onAbort = () => {
        if (one.isWhole) return
        leave()
        if (one.callers.size === 0) {
          // Later callers start a new download.
          if (underWay.get(key) === one) underWay.delete(key)
          one.abort.abort()
        }
        reject(cancelled())
      }
      signal.addEventListener('abort', onAbort, { once: true })
      one.done.finally(leave).then(resolve, reject)
    })
  }

  return {
    async fetch(ref, asked) {
      if (asked.signal.aborted || state.isClosed) throw cancelled()
      if (isLocalId(ref.id)) throw notUploaded()
      const key = `${ref.kind} ${ref.id}`
      const running = underWay.get(key)
      if (running) return join(running, key, asked)
      const [here, record] = await Promise.all([held.get(ref), recordOf(ref)])
      if (here && !asked.refresh && isFresh(here, record)) {
        await held.touch(ref)
        return here
      }
      if (asked.signal.aborted || state.isClosed) throw cancelled()
      return join(underWay.get(key) ?? begin(ref, key, { here: asked.refresh ? null : here, record }), key, asked)
    },
    async close() {
      state.isClosed = true
      const all = [...underWay.values()]
      for (const { abort } of all) abort.abort()
      await Promise.allSettled(all.map(({ done }) => done))
    },
  }
}

/**
 * The mirror's record is not newer than the file. A file that was uploaded from here, or whose record is not in the mirror, has
 * nothing to be compared with.
 */
function isFresh(here: HeldEntry, record: FileRecord | null): boolean {
  return record === null || here.record_updated_at === null || here.record_updated_at === record.updatedAt
}

type Bringing = {
  ref: HeldRef
  here: HeldEntry | null
  record: FileRecord | null
  signal: AbortSignal
  onProgress: (received: number, total: number | null) => void
  /** Called when nothing can cancel the download any more. */
  onWhole: () => void
}

async function bring(
  { held, download, clock = systemClock }: FetcherOptions,
  { ref, here, record, signal, onProgress, onWhole }: Bringing,
): Promise<HeldEntry> {
  const found = await downloadFile({
    ref,
    store: held.store,
    download,
    clock,
    etag: here?.etag ?? null,
    signal,
    onProgress,
  })
  if (signal.aborted) {
    // The download completed although all callers had already left.
    if (found.file !== null) await held.store.remove(found.file.storedName)
    throw cancelled()
  }
  onWhole()
  const { cachedFrom } = found
  const updatedAt = record?.updatedAt ?? null
  // A copy from before the record's last change is asked for again the next time.
  const isOld = cachedFrom !== null && updatedAt !== null && Date.parse(updatedAt) > cachedFrom
  const recordUpdatedAt = isOld ? new Date(cachedFrom).toISOString() : updatedAt
  if (found.file === null && here !== null) return (await held.confirm(ref, { recordUpdatedAt })) ?? here
  if (found.file === null) throw cancelled()
  const name = found.name ?? record?.name ?? ref.id
  return held.put(ref, found.file, { name, etag: found.etag, recordUpdatedAt })
}

/** The progress of a download for a window: the most recent state, and finally the file. */
export async function* fetchEvents(
  fetcher: Fetcher,
  ref: HeldRef,
  { refresh, signal }: Pick<FetchOptions, 'refresh' | 'signal'>,
): AsyncGenerator<FetchProgress> {
  const left = new AbortController()
  let latest: { received: number; total: number | null } | null = null
  let wake = () => {}
  const fetching = fetcher.fetch(ref, {
    refresh,
    signal: AbortSignal.any([signal, left.signal]),
    onProgress(received, total) {
      latest = { received, total }
      wake()
    },
  })
  const state: { ended: boolean } = { ended: false }
  const end = () => {
    state.ended = true
    wake()
  }
  fetching.then(end, end)
  try {
    while (!state.ended) {
      if (latest === null) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      const progress: { received: number; total: number | null } = latest
      latest = null
      yield { ...progress, file: null }
    }
    const { kind: _kind, id: _id, etag: _etag, usedAt: _usedAt, ...file } = await fetching
    yield { received: file.size, total: file.size, file }
  } finally {
    left.abort()
  }
}

/** Admits a limited number of callers at once, in the order they arrived. */
function createRoom(places: number) {
  const line: (() => void)[] = []
  let free = places
  const enter = async (signal: AbortSignal) => {
    if (free > 0) {
      free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const come = () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = () => {
        line.splice(line.indexOf(come), 1)
        reject(cancelled())
      }
      line.push(come)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
  return {
    async within<Result>(signal: AbortSignal, action: () => Promise<Result>): Promise<Result> {
      await enter(signal)
      try {
        return await action()
      } finally {
        const next = line.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}

function cancelled(): AppError {
  return new AppError('files/cancelled', {
    message: 'The download was cancelled.',
    nextStep: 'Start it again when needed.',
  })
}

function notUploaded(): AppError {
  return new AppError('files/not-held', {
    message: 'This document has not been uploaded yet.',
    nextStep: 'Wait until it is sent; the outbox shows its progress.',
  })
}

/** Reads the mirror's record that a file belongs to. */
export function fileRecordIn(store: Pick<ConnectionStore, 'read'>): FetcherOptions['recordOf'] {
  return async ({ kind, id }) => {
    const resource = kind === 'document' ? 'documents' : 'document-summaries'
    const found = (await store.read('records.byIds', { resource, ids: [id] })).records[0]
    const updatedAt = found?.record.updated_at
    return found && typeof updatedAt === 'string' ? { name: found.title, updatedAt } : null
  }
}
