import { AppError } from '../../shared/domain/app-error.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { FetchProgress } from '../../shared/ipc/files.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Download } from '../service/download.ts'
import type { HeldEntry, HeldFiles, HeldRef } from './connection-files.ts'
import { downloadFile } from './download-file.ts'

/** What the copy says of the record that a file belongs to. */
export type FileRecord = { name: string; updatedAt: string }

export type FetcherOptions = {
  held: HeldFiles
  download: Download
  /** Null when the copy does not have it. */
  recordOf(ref: HeldRef): Promise<FileRecord | null>
  clock?: Clock
}

export type FetchOptions = {
  /** Downloads it whatever is there. */
  anew: boolean
  signal: AbortSignal
  /** Bytes so far, and in all; null while the service has not said. */
  onProgress?(received: number, total: number | null): void
}

/** Brings files of the service to this computer. */
export type Fetcher = {
  /**
   * A file as it is held, downloaded first unless the one that is here is still right. Several callers share one
   * download; when the last of them leaves, it ends. Rejects with `service/…`, `auth/…`, `files/…`.
   */
  fetch(ref: HeldRef, options: FetchOptions): Promise<HeldEntry>
  /** Ends every download and waits until nothing of them is left. */
  close(): Promise<void>
}

type Caller = Pick<FetchOptions, 'onProgress'>
type UnderWay = {
  abort: AbortController
  callers: Set<Caller>
  /** What every caller was told last. */
  last: { received: number; total: number | null } | null
  done: Promise<HeldEntry>
}

/** Downloads at once at most; the others wait. */
const most = 4

/** A {@link Fetcher} with nothing under way. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { held, recordOf } = options
  const underWay = new Map<string, UnderWay>()
  const room = createRoom(most)
  const state = { isClosed: false }

  const begin = (ref: HeldRef, key: string, known: { here: HeldEntry | null; record: FileRecord | null }): UnderWay => {
    const one: UnderWay = { abort: new AbortController(), callers: new Set(), last: null, done: Promise.reject() }
    one.done.catch(() => {})
    const { signal } = one.abort
    const onProgress = (received: number, total: number | null) => {
      one.last = { received, total }
      for (const caller of one.callers) caller.onProgress?.(received, total)
    }
    one.done = room
      .within(signal, () => bring(options, { ref, ...known, signal, onProgress }))
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
        leave()
        if (one.callers.size === 0) {
          // Whoever comes now begins anew.
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
      if (here && !asked.anew && isFresh(here, record)) {
        await held.touch(ref)
        return here
      }
      if (asked.signal.aborted || state.isClosed) throw cancelled()
      return join(underWay.get(key) ?? begin(ref, key, { here: asked.anew ? null : here, record }), key, asked)
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
 * Nothing the service says of a record whose file is here is newer than the file. What was uploaded from here, and a file
 * whose record is not in the copy, have nothing to be compared with.
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
}

async function bring(
  { held, download, clock = systemClock }: FetcherOptions,
  { ref, here, record, signal, onProgress }: Bringing,
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
    // Its last bytes were here already when everybody had left.
    if (found !== null) await held.store.remove(found.file.storedName)
    throw cancelled()
  }
  const recordUpdatedAt = record?.updatedAt ?? null
  if (found === null && here !== null) return (await held.confirm(ref, { recordUpdatedAt })) ?? here
  if (found === null) throw cancelled()
  const name = found.name ?? record?.name ?? ref.id
  return held.put(ref, found.file, { name, etag: found.etag, recordUpdatedAt })
}

/** How a download goes on, for a window: the latest of what there is to say, and at the end the file. */
export async function* fetchEvents(
  fetcher: Fetcher,
  ref: HeldRef,
  { anew, signal }: Pick<FetchOptions, 'anew' | 'signal'>,
): AsyncGenerator<FetchProgress> {
  const left = new AbortController()
  let latest: { received: number; total: number | null } | null = null
  let wake = () => {}
  const fetching = fetcher.fetch(ref, {
    anew,
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

/** Lets so many in at once, in the order they came. */
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
    message: 'This document was not uploaded yet.',
    nextStep: 'Wait until it was sent; the outbox says how far it is.',
  })
}
