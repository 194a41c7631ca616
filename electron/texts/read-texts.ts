import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import { countOf } from '../../shared/domain/counts.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import { defaultTravelBudget } from '../../shared/ipc/travel.ts'
import { createThrottle } from '../../shared/lib/calls.ts'
import { listedResources, type Resource } from '../../shared/service/resource.ts'
import type { OpenConnection } from '../connections/open-connection.ts'
import type { PutText } from '../data/mirror/page-texts.ts'
import type { ScopeInForce, TextToRead } from '../data/reads/texts.ts'
import type { HeldFiles } from '../documents/connection-files.ts'
import type { Fetcher } from '../documents/fetch-files.ts'
import { notHeld } from '../documents/file-errors.ts'
import type { SyncEngine } from '../sync/sync-engine.ts'
import { problemWords } from '../travel/check-household.ts'
import { concernsAll } from '../travel/fetch-files.ts'
import type { Travel } from '../travel/travel.ts'
import { createScans, type Surroundings } from './read-scans.ts'
import { type FileToRead, type ScanEngine, type TextOfFile, type TextReader, textLimits } from './text-reader.ts'

/** Raised when files are read better than before: what an earlier version read is read again. */
const readerVersion = 4
/** Least time between two events about texts, in ms. */
const restMs = 1_000
/** Time after which downloads are tried again when the service cannot be reached, in ms. */
const retryMs = 5 * 60_000
/** Files that are looked up at once: a firm has tens of thousands. */
const atOnce = 20
/** The most characters that are written at once: other writes wait for about 50 ms. */
const charactersPerPart = 100_000
/** The most texts that wait until they are written, before another file is read. */
const mostUnwritten = 4

type Inputs = ContractInputs['texts']
type Outputs = ContractOutputs['texts']

/** The texts of a connection's documents while it is open: they are read one after another, in the background. */
export type Texts = {
  coverage(asked?: Pick<Inputs['coverage'], 'filters'>): Promise<Outputs['coverage']>
  problems(asked: Omit<Inputs['problems'], 'connectionId'>): Promise<Outputs['problems']>
  previewScope(asked: Pick<Inputs['previewScope'], 'scope'>): Promise<Outputs['previewScope']>
  /** The downloads of the scope in force were agreed to when it was chosen. @throws AppError `texts/not-confirmed` */
  setScope(asked: Omit<Inputs['setScope'], 'connectionId'>): Promise<void>
  setPaused(paused: boolean): Promise<void>
  /** @throws AppError `files/not-held` */
  readNow(documentId: string): Promise<void>
  /** @throws AppError `files/not-held`, `texts/no-engine` */
  readScan(documentId: string, again: boolean): Promise<void>
  setNeverScanned(documentId: string, never: boolean): Promise<void>
  /** The lock or the firm's policy changed: what may go on goes on, and what may not stops at once. */
  rulesChanged(): void
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Conditions under which texts may be read. */
export type TextRules = {
  /** False while Steward is locked or the firm's policy forbids it. */
  mayRead(): boolean
  /** The firm forbids it without doubt: what was read is deleted. */
  mustForget(): boolean
  mayKeepText(): boolean
  isSignedIn(): Promise<boolean>
}

/** A file as it was when it was taken from the store. */
type TakenFile = { sha256: string; file: FileToRead }

/** A file with the text that was read in it. */
type ReadFile = TextToRead & { text: TextOfFile }

type TextsOptions = {
  store: Pick<OpenConnection['store'], 'read' | 'writeFileCache' | 'writeLedger' | 'onChanged' | 'isWritable'>
  files: { held: Pick<HeldFiles, 'get' | 'read' | 'setUnused'> }
  fetcher: Pick<Fetcher, 'fetch'>
  sync: Pick<SyncEngine, 'status' | 'onStatus'>
  travel: Pick<Travel, 'setBudget'>
  onFilesChanged: OpenConnection['onFilesChanged']
  connectionId: string
  reader: Pick<TextReader, 'read' | 'prepare'>
  scans: { reader: Pick<TextReader, 'readScan'>; engine: ScanEngine | null; surroundings: Surroundings }
  rules: TextRules
  publish(event: AppEvent): void
  now?: () => number
}

/** {@link Texts} of a connection that was just opened; begins to read. */
export function createTexts(options: TextsOptions): Texts {
  const { store, files, fetcher, sync, travel, connectionId, reader, rules, publish, now = Date.now } = options
  const closing = new AbortController()
  const changes = createThrottle(restMs, () => publish({ type: 'texts', connectionId }), { atOnce: true })
  const retrying = createThrottle(retryMs, () => {
    downloads.problem = null
    begin()
  })
  const first: string[] = []
  /** The files to read and to download next; each list is looked up again once it is empty. */
  const next: { toRead: TextToRead[]; toFetch: string[] } = { toRead: [], toFetch: [] }
  /** Files that could not be taken from the store in this run, and those that could not be downloaded. */
  const unread = new Set<string>()
  const unfetched = new Set<string>()
  const tooLarge = new Set<string>()
  const downloads: { problem: string | null; isFull: boolean } = { problem: null, isFull: false }
  let working: Promise<void> | null = null
  /** Texts that were read are written one after another while the next files are read; and how many of them wait. */
  let writing: Promise<void> = Promise.resolve()
  let unwritten = 0
  let isAskedAgain = false
  /** Calls of `begin` so far: between two of them no setting changes, so that files are read without looking at the settings again. */
  let calls = 0
  let interrupted = new AbortController()
  let settled = ''
  let hasForgotten = false
  /** The next sync may bring what the last step lacked. */
  let waitsForSync = false
  /** Only the user's own households are in the scope: it changes with their owners. */
  let followsOwners = false

  const scopeInForce = async (): Promise<ScopeInForce> => {
    const { scope } = await store.read('texts.settings', {})
    return { scope, user: scope === 'mine' ? (await store.read('places.me', { user: null })).user_id : null }
  }

  const keepsText = async () => (await store.read('texts.settings', {})).keeps_text && rules.mayKeepText()

  const changed = () => changes.request()
  const scans = createScans({ store, held: files.held, ...options.scans, begin: () => begin(), changed })

  /** Deletes what may not stay any more. */
  const settle = async () => {
    await scans.prune()
    const { scope } = await store.read('texts.settings', {})
    const { pins } = await store.read('travel.pins', {})
    const kept = {
      keeps_text: await keepsText(),
      household_ids: scope === 'pinned' ? pins.map(({ household_id }) => household_id) : null,
    }
    if (JSON.stringify(kept) === settled) return
    forgetNext()
    await store.writeFileCache('texts.keepOnly', kept)
    settled = JSON.stringify(kept)
    changes.request()
  }

  const forgetNext = () => Object.assign(next, { toRead: [], toFetch: [] })

  /** @throws if it was removed */
  const take = async (document_id: string, { isAhead = false } = {}): Promise<TakenFile> => {
    const ref = { kind: 'document', id: document_id } as const
    const held = await files.held.get(ref)
    if (held === null) throw new Error('It was removed.')
    const { media_type: mediaType, name, size, sha256 } = held
    const file = { mediaType, name, size, bytes: files.held.read(ref) }
    return { sha256, file: isAhead ? await reader.prepare(file) : file }
  }

  /** Returns null if a file could not be taken, or its reading was interrupted. */
  const readTaken = async (
    { document_id, attempts }: Omit<TextToRead, 'sha256'>,
    taken: Promise<TakenFile>,
    signal: AbortSignal,
  ): Promise<ReadFile | null> => {
    try {
      const { sha256, file } = await taken
      return { document_id, attempts, sha256, text: await reader.read(file, signal) }
    } catch {
      // A file that was being read when it was interrupted is read again; one that is damaged was removed.
      if (!signal.aborted) unread.add(document_id)
      return null
    }
  }

  /** Has a text written after those before it. */
  const writeNext = async (read: ReadFile | null, signal: AbortSignal) => {
    changes.request()
    if (read === null) return
    unwritten += 1
    writing = writing.then(() => write(read, signal))
    if (unwritten > mostUnwritten) await writing
  }

  const readOne = async (document_id: string, signal: AbortSignal) =>
    writeNext(await readTaken({ document_id, attempts: 0 }, take(document_id), signal), signal)

  /**
   * Reads the files of the list one after another, and prepares each while the one before it is read. Ends early when anything was asked or
   * changed since `begin` had been called `callsBefore` times: a file that was prepared but not read stays in the list.
   */
  const readList = async (callsBefore: number, signal: AbortSignal) => {
    const goesOn = () =>
      calls === callsBefore && !signal.aborted && store.isWritable && rules.mayRead() && !isBusy(sync.status())
    let ahead: { document_id: string; taken: Promise<TakenFile> } | null = null
    const beginNext = () => {
      const file = next.toRead.shift()
      if (file === undefined) return null
      return readTaken(file, ahead?.document_id === file.document_id ? ahead.taken : take(file.document_id), signal)
    }
    let begun = beginNext()
    while (begun !== null) {
      const document_id = next.toRead[0]?.document_id
      ahead = document_id === undefined ? null : { document_id, taken: take(document_id, { isAhead: true }) }
      // It is awaited when its turn comes, if it does.
      ahead?.taken.catch(() => {})
      const read = await begun
      begun = goesOn() ? beginNext() : null
      await writeNext(read, signal)
    }
  }

  /** Never rejects: a text that could not be written is not tried again in this run. */
  const write = async ({ text, document_id, sha256, attempts }: ReadFile, signal: AbortSignal) => {
    try {
      for (const part of partsOf(text, attempts)) {
        signal.throwIfAborted()
        const read_at = new Date(now()).toISOString()
        await store.writeFileCache('texts.put', {
          ...{ ...part, document_id, sha256, read_at, reader_version: readerVersion },
        })
      }
      await scans.restore({ document_id, sha256 })
    } catch {
      if (!signal.aborted) unread.add(document_id)
    }
    unwritten -= 1
    changes.request()
  }

  /** Downloads one file, and reads it. Returns false if nothing more can be downloaded now. */
  const fetchOne = async (id: string, signal: AbortSignal): Promise<boolean> => {
    const keeps = await keepsText()
    const room = await freeBytes()
    downloads.isFull = room <= 0 && !keeps
    if (downloads.isFull) return false
    const most = keeps ? Math.max(room, textLimits.bytes) : room
    const stopping = new AbortController()
    const ref = { kind: 'document', id } as const
    const before = await files.held.get(ref)
    try {
      await fetcher.fetch(ref, {
        refresh: false,
        signal: AbortSignal.any([signal, stopping.signal]),
        onProgress: (received, total) => {
          if ((total ?? received) > most) stopping.abort()
        },
      })
      downloads.problem = null
    } catch (thrown) {
      if (signal.aborted) return false
      if (stopping.signal.aborted) tooLarge.add(id)
      else if (concernsAll(toAppError(thrown))) {
        downloads.problem = problemWords(toAppError(thrown))
        retrying.request()
        return false
      }
      unfetched.add(id)
      return true
    }
    if (before === null || before.sha256 !== (await files.held.get(ref))?.sha256) {
      await readOne(id, signal)
      await writing
    }
    // Only now: until it was read it makes no room.
    if (before === null) await files.held.setUnused(ref)
    // A file that was removed again before it was read is not downloaded over and over.
    unfetched.add(id)
    return true
  }

  const freeBytes = async () => {
    const { budget } = await store.read('travel.pins', {})
    const { files: held } = await store.read('travel.held', {})
    return (budget ?? defaultTravelBudget) - held.reduce((sum, { size }) => sum + size, 0)
  }

  /** Does the next thing; returns false if there is none now. */
  const step = async (signal: AbortSignal): Promise<boolean> => {
    const callsBefore = calls
    if (!store.isWritable) return false
    if (rules.mustForget()) {
      await writing
      if (!hasForgotten) {
        await store.writeFileCache('texts.forgetAll', {})
        await scans.prune({ all: true })
      }
      hasForgotten = true
      changes.request()
      return false
    }
    hasForgotten = false
    await settle()
    if (!rules.mayRead()) return false
    const asked = first.shift()
    if (asked !== undefined) {
      await readOne(asked, signal)
      return true
    }
    if (await scans.stepAsked(signal)) return true
    const { is_paused } = await store.read('texts.settings', {})
    if (is_paused) return false
    const scope = await scopeInForce()
    followsOwners = scope.scope === 'mine'
    // Who the user is may be known later.
    waitsForSync = isBusy(sync.status()) || (scope.scope === 'mine' && scope.user === null)
    if (isBusy(sync.status())) return false
    if (next.toRead.length === 0) {
      // Until it was written, the last file is one to read.
      await writing
      const versioned = { ...scope, reader_version: readerVersion }
      next.toRead = await store.read('texts.toRead', { ...versioned, except: [...unread], limit: atOnce })
    }
    if (next.toRead.length > 0) {
      await readList(callsBefore, signal)
      return true
    }
    await writing
    return (await fetchNext(scope, signal)) || scans.step(scope, signal)
  }

  /** Downloads the next file; returns false if there is none, or none can be downloaded now. */
  const fetchNext = async (scope: ScopeInForce, signal: AbortSignal): Promise<boolean> => {
    if (downloads.problem !== null) return false
    if (next.toFetch.length === 0)
      next.toFetch = (await store.read('texts.toFetch', { ...scope, except: [...unfetched], limit: atOnce })).ids
    const id = next.toFetch[0]
    if (id === undefined) return false
    if (!(await rules.isSignedIn())) {
      downloads.problem = 'Sign in to download the files that are not here.'
      return false
    }
    next.toFetch.shift()
    return fetchOne(id, signal)
  }

  const work = async () => {
    do {
      isAskedAgain = false
      interrupted = new AbortController()
      const signal = AbortSignal.any([interrupted.signal, closing.signal])
      // Errors of the store are in the log; the next change begins again.
      while (!signal.aborted && (await step(signal).catch(() => false)));
      await writing
    } while (isAskedAgain && !closing.signal.aborted)
  }

  const begin = () => {
    isAskedAgain = true
    calls += 1
    scans.yield()
    if (closing.signal.aborted || working !== null) return
    working = work().finally(() => {
      working = null
      changes.request()
    })
  }

  let lastEnd = sync.status().endedAt
  const ends = [
    store.onChanged((resources, onlyChecked) => {
      const hasChanged = (resource: Resource) => resources.includes(resource) && !onlyChecked.includes(resource)
      if (hasChanged('documents') || (followsOwners && hasChanged('households'))) begin()
    }),
    options.onFilesChanged(begin),
    sync.onStatus((status) => {
      const isEnded = status.state === 'idle' && status.endedAt !== lastEnd
      const isFree = waitsForSync && !isBusy(status)
      const failed = [unread, unfetched, tooLarge]
      const hasFailed = downloads.problem !== null || failed.some(({ size }) => size > 0)
      if (isEnded) {
        lastEnd = status.endedAt
        for (const set of failed) set.clear()
        downloads.problem = null
      }
      // New and changed documents are reported by the store.
      if (isFree || (isEnded && hasFailed)) begin()
    }),
  ]
  begin()

  return {
    async coverage({ filters } = {}) {
      const { scope, keeps_text, is_paused } = await store.read('texts.settings', {})
      const inForce = await scopeInForce()
      const groups = await store.read('texts.coverage', { ...inForce, reader_version: readerVersion, filters })
      const { budget } = await store.read('travel.pins', {})
      const { files: missing } = await store.read('texts.toFetch', { ...inForce, except: [], limit: 0 })
      const isUnknown = scope === 'mine' && inForce.user === null
      const { pages_read, pages_left } = await store.read('texts.scanProgress', inForce)
      return {
        ...{ scans_read: pages_read, scans_left: pages_left, scan_state: scans.state(pages_left) },
        ...groups,
        ...{ is_working: working !== null && !is_paused, is_paused, scope, keeps_text },
        space_mb: Math.floor((budget ?? defaultTravelBudget) / 1_000_000),
        may_keep_text: rules.mayKeepText(),
        not_fitting: downloads.isFull ? missing : tooLarge.size,
        problem: isUnknown ? 'Choose which advisor you are, so that Steward knows your households.' : downloads.problem,
      }
    },
    problems: async (asked) =>
      store.read('texts.problems', { ...asked, ...(await scopeInForce()), reader_version: readerVersion }),
    async previewScope({ scope }) {
      const user = scope === 'mine' ? (await store.read('places.me', { user: null })).user_id : null
      const { files: missing, mean_size } = await store.read('texts.toFetch', { scope, user, except: [], limit: 0 })
      return { files: missing, bytes: mean_size === null ? null : Math.round(missing * mean_size) }
    },
    async setScope({ scope, space_mb, keeps_text, confirmed }) {
      const { scope: before } = await store.read('texts.settings', {})
      const { files: missing } = scope === before ? { files: 0 } : await this.previewScope({ scope })
      if (missing > (confirmed?.files ?? 0)) throw notConfirmed(missing)
      await store.writeLedger('texts.set', { scope, keeps_text })
      const { budget } = await store.read('travel.pins', {})
      const isOther = Math.floor((budget ?? defaultTravelBudget) / 1_000_000) !== space_mb
      if (isOther) await travel.setBudget(space_mb * 1_000_000)
      interrupted.abort()
      forgetNext()
      for (const set of [unfetched, tooLarge]) set.clear()
      downloads.problem = null
      await settle()
      begin()
      changes.request()
    },
    async setPaused(paused) {
      await store.writeLedger('texts.set', { is_paused: paused })
      if (paused) interrupted.abort()
      else begin()
      changes.request()
    },
    async readNow(documentId) {
      if ((await files.held.get({ kind: 'document', id: documentId })) === null) throw notHeld()
      first.push(documentId)
      begin()
    },
    readScan: scans.readNow,
    setNeverScanned: scans.setNever,
    rulesChanged() {
      interrupted.abort()
      forgetNext()
      begin()
    },
    async idle() {
      while (working) await working
    },
    async close() {
      closing.abort()
      for (const end of ends) end()
      changes.end()
      scans.close()
      retrying.end()
      await working
    },
  }
}

/** Lists are being compared with the service: that is more urgent. Valuations may take hours, and are not waited for. */
function isBusy({ state, resources }: Pick<SyncStatus, 'state' | 'resources'>): boolean {
  return (
    state === 'running' &&
    resources.some(
      (one) =>
        listedResources.some((listed) => listed === one.resource) &&
        (one.state === 'waiting' || one.state === 'running'),
    )
  )
}

/** The text of a file in parts that are written one after another; always one at least. */
function partsOf(text: TextOfFile, attempts: number): Pick<PutText, 'pages' | 'isFirst' | 'end'>[] {
  const nothing = { why: null, page_count: 0, without_text: [], cut: null, attempts: 0 }
  if (text.is === 'unreadable') {
    const isEnded = text.why === 'took-too-long' || text.why === 'needed-too-much-memory'
    const end = { ...nothing, state: text.is, why: text.why, attempts: isEnded ? attempts + 1 : 0 }
    return [{ pages: [], isFirst: true, end }]
  }
  if (text.is !== 'text') return [{ pages: [], isFirst: true, end: { ...nothing, state: text.is } }]
  const pages = text.pages.filter((page) => page.text.trim() !== '')
  const parts: (typeof pages)[] = [[]]
  let characters = 0
  for (const page of pages) {
    if (characters > charactersPerPart) {
      parts.push([])
      characters = 0
    }
    parts.at(-1)?.push(page)
    characters += page.text.length
  }
  const end = {
    ...nothing,
    state: pages.length === 0 && text.withoutText.length > 0 ? ('scans' as const) : text.is,
    ...{ page_count: text.pageCount, without_text: text.withoutText, cut: text.cut },
  }
  return parts.map((part, at) => ({ pages: part, isFirst: at === 0, end: at === parts.length - 1 ? end : null }))
}

const notConfirmed = (files: number): AppError =>
  new AppError('texts/not-confirmed', {
    message: `${countOf(files, 'file has', 'files have')} to be downloaded now, more than you agreed to.`,
    nextStep: 'Look at the number again, then choose once more.',
  })
