import { AppError } from '../../shared/domain/app-error.ts'
import type { OpenConnection } from '../connections/open-connection.ts'
import type { ScannedRow } from '../data/mirror/page-texts.ts'
import type { ScanToRead, ScopeInForce } from '../data/reads/texts.ts'
import type { HeldFiles } from '../documents/connection-files.ts'
import { notHeld } from '../documents/file-errors.ts'
import type { ScanEngine, ScannedPage, TextReader } from './text-reader.ts'

/** How long the computer must be unused before scans are read, in ms. */
const idleForMs = 2 * 60_000
/** The time between two looks at whether the computer is used, in ms. */
const lookEveryMs = 1_000
/** The same while a page is read: it waits as soon as the computer is used. */
const lookWhileReadingMs = 250
/** A page that waits goes on after this time without use, in ms: pages of the browser shell report use every 20 s at most. */
const pageGoesOnMs = 30_000
/** A page waits for at most this time, which is less than the limit of a page; then it is read from its beginning another time. In ms. */
const mostHeldMs = 5 * 60_000

/** The use of this computer. */
export type Surroundings = {
  /** Time since the last input, in ms. */
  idleMs(): number
  isOnBattery(): boolean
  /** Runs repeatedly until the returned function is called. */
  every(ms: number, run: () => void): () => void
  /** Makes the page that is read wait, or go on; false if it cannot. */
  hold(isHeld: boolean): boolean
}

/** Pages without text, read as pictures of text: while the computer is not used, or when the user asks for a document. */
export type Scans = {
  /** Reads the next document that was asked for; false if there is none. */
  stepAsked(signal: AbortSignal): Promise<boolean>
  /** Reads the next document if the computer is not used; false if there is none, or it has to wait. */
  step(scope: ScopeInForce, signal: AbortSignal): Promise<boolean>
  /** Something more urgent is to be done: the pages that were read stay, and the others are read later. */
  yield(): void
  /** Adds what is in the ledger of a document whose text was just read. */
  restore(file: { document_id: string; sha256: string }): Promise<void>
  /** @throws AppError `files/not-held`, `texts/no-engine` */
  readNow(documentId: string, again: boolean): Promise<void>
  setNever(documentId: string, never: boolean): Promise<void>
  /** Deletes from the ledger what may not stay without its file; with `all`, everything. */
  prune(options?: { all: boolean }): Promise<void>
  state(left: number): 'done' | 'no-engine' | 'when-idle' | 'reading'
  close(): void
}

type Options = {
  store: Pick<OpenConnection['store'], 'read' | 'writeFileCache' | 'writeLedger'>
  held: Pick<HeldFiles, 'get' | 'read'>
  reader: Pick<TextReader, 'readScan'>
  /** Null if it was not installed. */
  engine: ScanEngine | null
  surroundings: Surroundings
  /** There may be something to do now. */
  begin(): void
  changed(): void
}

export function createScans({ store, held, reader, engine, surroundings, begin, changed }: Options): Scans {
  const asked: string[] = []
  /** Files that could not be taken from the store, or written, in this run. */
  const failed = new Set<string>()
  let reading: { stop: AbortController; isAsked: boolean; ended: Promise<void> } | null = null
  /** How long the page that is read has waited, in ms; null while it does not wait. */
  let heldMs: number | null = null
  /** The engine is there, but did not start. */
  let isBroken = false
  /** Pages wait until the computer is idle. */
  let waits = false
  /** Ends the looks at whether the computer is used; null while nothing depends on it. */
  let looking: { everyMs: number; end: () => void } | null = null
  let isClosed = false

  const canRead = () => engine !== null && !isBroken
  const isIdle = () => surroundings.idleMs() >= idleForMs && !surroundings.isOnBattery()

  const letGoOn = () => {
    if (heldMs === null) return
    heldMs = null
    surroundings.hold(false)
    changed()
  }

  const look = () => {
    if (reading === null) {
      if (waits && isIdle()) begin()
    } else if (reading.isAsked) return
    else if (surroundings.idleMs() >= pageGoesOnMs) letGoOn()
    else if (heldMs === null) {
      if (surroundings.hold(true)) {
        heldMs = 0
        changed()
      } else reading.stop.abort()
    } else {
      heldMs += lookWhileReadingMs
      if (heldMs >= mostHeldMs) reading.stop.abort()
    }
  }
  /** Looks repeatedly while pages wait, or are read without having been asked for, and not otherwise. */
  const watchUse = () => {
    const waiting = waits ? lookEveryMs : null
    const everyMs = isClosed ? null : reading?.isAsked === false ? lookWhileReadingMs : waiting
    if (looking?.everyMs === everyMs) return
    looking?.end()
    looking = everyMs === null ? null : { everyMs, end: surroundings.every(everyMs, look) }
  }

  const keep = async ({ document_id, sha256 }: ScanToRead, page: ScannedPage) => {
    const pages: ScannedRow[] = [rowOf(page)]
    await store.writeLedger('texts.keepScanned', { document_id, sha256, pages })
    await store.writeFileCache('texts.putScans', { document_id, sha256, pages })
    changed()
  }

  const restore: Scans['restore'] = async (file) => {
    const { pages } = await store.read('texts.scanned', file)
    if (pages.length > 0) await store.writeFileCache('texts.putScans', { ...file, pages })
  }

  const readPages = async (scan: ScanToRead, engineFiles: ScanEngine, signal: AbortSignal) => {
    const ref = { kind: 'document', id: scan.document_id } as const
    const left = new Set(scan.pages)
    while (left.size > 0) {
      const file = await held.get(ref)
      if (file === null || file.sha256 !== scan.sha256) throw new Error('The file was removed or replaced.')
      const { media_type: mediaType, name, size } = file
      let writing: Promise<void> = Promise.resolve()
      const before = left.size
      try {
        await reader.readScan(
          { mediaType, name, size, bytes: held.read(ref) },
          {
            pages: [...left],
            engine: engineFiles,
            onPage(page) {
              left.delete(page.page)
              writing = writing.then(() => keep(scan, page))
              // It is awaited below.
              writing.catch(() => {})
              // The page that waited is done, and the next one waits until the computer is idle.
              if (reading?.isAsked === false && !isIdle()) reading.stop.abort()
            },
          },
          signal,
        )
      } finally {
        await writing
      }
      if (left.size === before) throw new Error('No page was read.')
    }
  }

  const readDocument = async (scan: ScanToRead, isAsked: boolean, signal: AbortSignal) => {
    if (engine === null) return
    const stop = new AbortController()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    // The file that makes a page wait may be left of a run that was killed.
    surroundings.hold(false)
    reading = { stop, isAsked, ended }
    watchUse()
    changed()
    try {
      await restore(scan)
      const { scan: rest } = await store.read('texts.toScan', {
        ...{ scope: 'here', user: null, except: [], only: scan.document_id },
      })
      if (rest !== null) await readPages(rest, engine, AbortSignal.any([signal, stop.signal]))
    } catch (problem) {
      if (signal.aborted || stop.signal.aborted) {
        // Another file came first, or the lock: a scan that was asked for goes on after it, unless the user paused the reading.
        if (isAsked && !(await store.read('texts.settings', {})).is_paused) asked.unshift(scan.document_id)
        return
      }
      if (problem instanceof Error && problem.message.includes('engine')) isBroken = true
      failed.add(scan.document_id)
    } finally {
      reading = null
      letGoOn()
      end()
      watchUse()
      changed()
    }
  }

  const next = async (scope: ScopeInForce, only: string | null) =>
    (await store.read('texts.toScan', { ...scope, only, except: only === null ? [...failed] : [] })).scan

  return {
    async stepAsked(signal) {
      const id = asked.shift()
      if (id === undefined) return false
      const scan = canRead() ? await next({ scope: 'here', user: null }, id) : null
      if (scan !== null) await readDocument(scan, true, signal)
      return true
    },
    async step(scope, signal) {
      waits = false
      const scan = canRead() ? await next(scope, null) : null
      waits = scan !== null
      watchUse()
      if (scan === null || !isIdle()) return false
      await readDocument(scan, false, signal)
      return true
    },
    yield() {
      reading?.stop.abort()
    },
    restore,
    async readNow(documentId, again) {
      if ((await held.get({ kind: 'document', id: documentId })) === null) throw notHeld()
      if (!canRead()) throw noEngine()
      await store.writeLedger('texts.setNeverScanned', { document_id: documentId, never: false })
      if (again) {
        await store.writeLedger('texts.forgetScanned', { document_ids: [documentId] })
        await store.writeFileCache('texts.forgetScans', { document_id: documentId })
      }
      failed.delete(documentId)
      asked.push(documentId)
      begin()
      changed()
    },
    async setNever(documentId, never) {
      const current = reading
      current?.stop.abort()
      await store.writeLedger('texts.setNeverScanned', { document_id: documentId, never })
      // The pages that were read before it stopped are written until then.
      await current?.ended
      if (never) await store.writeFileCache('texts.forgetScans', { document_id: documentId })
      begin()
      changed()
    },
    async prune({ all } = { all: false }) {
      if (all) return store.writeLedger('texts.forgetScanned', { document_ids: null })
      const { gone, back } = await store.read('texts.scansGone', {})
      if (gone.length > 0) await store.writeLedger('texts.forgetScanned', { document_ids: gone })
      if (gone.length + back.length > 0)
        await store.writeFileCache('texts.clearScansGone', { document_ids: [...gone, ...back] })
    },
    state(left) {
      if (reading !== null && heldMs === null) return 'reading'
      if (left === 0) return 'done'
      return canRead() ? 'when-idle' : 'no-engine'
    },
    close() {
      isClosed = true
      watchUse()
    },
  }
}

const rowOf = (page: ScannedPage): ScannedRow => ({
  page: page.page,
  outcome: page.is === 'unreadable' ? page.why : page.is,
  confidence: page.is === 'text' ? Math.floor(page.confidence) : null,
  text: page.is === 'text' ? page.text : '',
})

/** Nothing can be read on pictures. */
export const noEngine = (): AppError =>
  new AppError('texts/no-engine', {
    message: 'The program that reads scans was not installed with Steward.',
    nextStep: 'Install Steward’s optional packages, as the manual says, and start it again.',
  })
