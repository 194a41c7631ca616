import type { AppError } from '../../shared/domain/app-error.ts'
import { documentTypeNames } from '../../shared/domain/names.ts'
import type { Operation } from '../../shared/domain/operation.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import { type IntakeIssue, maxIntakeRows } from '../../shared/ipc/intake.ts'
import { maxStatementBytes } from '../../shared/ipc/statement-files.ts'
import { createEmitter, createMutex } from '../../shared/lib/calls.ts'
import { type DocumentCreate, documentCreate } from '../../shared/service/writes.ts'
import type { StoredIntakeRow } from '../data/ledger/operations.ts'
import type { DocumentWrite } from '../outbox/outbox.ts'
import {
  type AnnouncedFile,
  failed,
  type Issue,
  type KeptRow,
  newRow,
  newStatementRow,
  noProposals,
  pageRow,
  readRow,
  rowOfUpload,
  storeRow,
} from './intake-row.ts'
import { empty, gone, interrupted, issueOf, stopped, tooLargeStatement, tooMany, unread } from './issues.ts'
import { type ReadFilePages, waitsForReading, withoutProposals, withProposals } from './read-pages.ts'
import { type Received, readyRow, receiveFile, withDuplicates } from './receive-file.ts'
import { createTrayRows, type TrayOptions, type TrayRows } from './tray-parts.ts'

type Inputs = ContractInputs['intake']
type Outputs = ContractOutputs['intake']
type Ours<Input> = Omit<Input, 'connectionId'>

/** How long a removed row can be restored, in ms. */
const removedForMs = 10 * 60_000

/** A row that was created for an announced file; `waits` is true if it waits for the file's bytes. */
type AnnouncedRow = { row_id: string; size: number; waits: boolean }

/** A custodian's file in the tray. `received` is in bytes. */
export type StatementInTray = Pick<
  KeptRow,
  'id' | 'state' | 'file_name' | 'folder' | 'size' | 'sha256' | 'staged_id' | 'issue' | 'added_at'
> & { received: number }

/**
 * Files that were dropped on one connection's records, until they are uploaded or removed, and custodians' files that are read as
 * statements. Throws `cache/…`.
 */
export type Tray = {
  /** The documents. */
  list(): Promise<Outputs['list']>
  /** The statements, in the order in which they were dropped. */
  statements(): Promise<StatementInTray[]>
  /** The listener is called whenever all bytes of a statement are here. */
  onStatement(listener: () => void): () => void
  announce(input: Ours<Inputs['announce']>): Promise<AnnouncedRow[]>
  announceStatements(files: readonly AnnouncedFile[]): Promise<AnnouncedRow[]>
  /** Receives a row's bytes. Never rejects: an error is stored in the row. True when the whole file is here. */
  receive(rowId: string, source: AsyncIterable<Uint8Array>): Promise<boolean>
  /** Marks a row as failed because its bytes will not arrive; a row that is not waiting stays as it is. */
  giveUp(rowId: string, why: Issue): Promise<void>
  change(input: Ours<Inputs['change']>): Promise<void>
  /** Reads the pages of files that are here, one after another, and proposes their fields, until none is left or the signal aborts. */
  readPages(read: ReadFilePages, signal: AbortSignal): Promise<void>
  /**
   * Whether the firm allows the pages to be read has changed. Forbidden: the words of pages are deleted, and the values that rest on them; the
   * files are described by their names when they are next read. Allowed: files of which only the name was read are read again.
   */
  setPagesAllowed(isAllowed: boolean): Promise<void>
  /** Removes rows. `restorable` is false if their files were deleted at once, because the disk is nearly full. */
  remove(rowIds: readonly string[]): Promise<{ restorable: boolean }>
  /** Restores the documents, or the statements, that were removed last; returns their number. */
  restore(purpose: KeptRow['purpose']): Promise<number>
  submit(rowIds: readonly string[]): Promise<Submitted>
  /** Undoes writes; the files of uploads among them are in the tray again, ready to be uploaded. Throws what `undo` throws. */
  takeBack<Undone>(undo: (toTray: (upload: Operation) => StoredIntakeRow) => Promise<Undone>): Promise<Undone>
  /** Cancels transfers in progress. */
  close(): Promise<void>
}

/** A {@link Tray}, which is read from the ledger on first use. */
export function createTray(options: TrayOptions): Tray {
  let rows: Promise<TrayRows> | null = null
  /** After a failed load, the next call tries again. */
  const loaded = () => {
    rows ??= loadTray(options).then(
      (kept) => createTrayRows(options, kept),
      (thrown) => {
        rows = null
        throw thrown
      },
    )
    return rows
  }
  const receiving = new Map<string, { stop: AbortController; received: number }>()
  const underWay = new Set<Promise<unknown>>()
  const statementsReceived = createEmitter<void>()
  const timers = new Set<NodeJS.Timeout>()
  const closing = new AbortController()
  /** One file is read at a time, whatever number of windows ask. */
  const readingInTurn = createMutex()

  const stop = (ids: readonly string[]) => {
    for (const id of ids) receiving.get(id)?.stop.abort()
  }

  /** Deletes removed rows, unless they were restored in the meantime. */
  async function removeForGood(ids: readonly string[]): Promise<void> {
    const kept = await loaded()
    await kept.inTurn(async () => {
      const gone = ids.flatMap((id) => kept.get(id) ?? []).filter(({ removed_at }) => removed_at !== null)
      await kept.forget(gone.map(({ id }) => id))
      await removeFiles(gone)
    })
  }

  async function removeFiles(rows: readonly KeptRow[]): Promise<void> {
    for (const { staged_id } of rows) if (staged_id !== null) await options.files.staged.remove(staged_id)
  }

  async function settle(rowId: string, outcome: { received: Received } | { issue: Issue }): Promise<boolean> {
    const kept = await loaded()
    return kept.inTurn(async () => {
      const row = kept.get(rowId)
      const isWaiting = row?.state === 'staging'
      if ('issue' in outcome) {
        if (isWaiting) await kept.put([failed(row, outcome.issue)])
        return false
      }
      if (!isWaiting || row.removed_at !== null) {
        await options.files.staged.remove(outcome.received.staged.id)
        return false
      }
      const inTray = new Set([...kept.shown(), ...kept.removed()].flatMap(({ staged_id }) => staged_id ?? []))
      await kept.put([await readyRow(options, { row, received: outcome.received, inTray })])
      return true
    })
  }

  const receivedOf = ({ id, state, size }: KeptRow) => (state === 'ready' ? size : (receiving.get(id)?.received ?? 0))

  async function announce(
    purpose: KeptRow['purpose'],
    files: readonly AnnouncedFile[],
    rowOf: (announced: { id: string; file: AnnouncedFile; added_at: string }) => KeptRow,
  ): Promise<AnnouncedRow[]> {
    const kept = await loaded()
    return kept.inTurn(async () => {
      const room = maxIntakeRows - kept.shown().filter(isOf(purpose)).length
      const made = files.map((file, at): KeptRow => {
        const row = rowOf({ id: options.newId(), file, added_at: options.now() })
        if (at >= room) return failed(row, tooMany)
        if (file.size === null) return failed(row, unread)
        if (purpose === 'statement' && file.size > maxStatementBytes) return failed(row, tooLargeStatement)
        return file.size === 0 ? failed(row, empty) : row
      })
      await kept.put(made)
      return made.map(({ id, size, state }) => ({ row_id: id, size, waits: state === 'staging' }))
    })
  }

  async function receive(rowId: string, source: AsyncIterable<Uint8Array>): Promise<boolean> {
    const row = (await loaded()).get(rowId)
    if (row?.state !== 'staging' || row.removed_at !== null || receiving.has(rowId)) return false
    const way = { stop: new AbortController(), received: 0 }
    receiving.set(rowId, way)
    const onProgress = (received: number) => {
      way.received = received
      options.onChange()
    }
    try {
      const received = await receiveFile(options, { row, source, signal: way.stop.signal, onProgress })
      const isHere = await settle(rowId, { received })
      if (isHere && row.purpose === 'statement') statementsReceived.emit()
      return isHere
    } catch (thrown) {
      await settle(rowId, { issue: way.stop.signal.aborted ? stopped : issueOf(thrown) }).catch(() => {})
      return false
    } finally {
      receiving.delete(rowId)
    }
  }

  return {
    async list() {
      const shown = (await loaded()).shown().filter(isOf('document'))
      const duplicates = withDuplicates(shown)
      return {
        rows: shown.map((row) => ({
          ...pageRow(row),
          received: receivedOf(row),
          duplicates: duplicates.get(row.id) ?? [],
        })),
      }
    },
    async statements() {
      const shown = (await loaded()).shown().filter(isOf('statement'))
      return shown.map((row) => {
        const { id, state, file_name, folder, size, sha256, staged_id, issue, added_at } = row
        return { id, state, file_name, folder, size, sha256, staged_id, issue, added_at, received: receivedOf(row) }
      })
    },
    onStatement: statementsReceived.on,
    announce: ({ owner, files }) => announce('document', files, (file) => newRow(file, owner)),
    announceStatements: (files) => announce('statement', files, newStatementRow),
    receive(rowId, source) {
      const taking = receive(rowId, source)
      underWay.add(taking)
      return taking.finally(() => underWay.delete(taking))
    },
    async giveUp(rowId, why) {
      const way = receiving.get(rowId)
      way?.stop.abort()
      if (way === undefined) await settle(rowId, { issue: why })
    },
    async change({ row_ids, change }) {
      const kept = await loaded()
      await kept.inTurn(() =>
        kept.put(
          row_ids
            .flatMap((id) => kept.get(id) ?? [])
            .filter(isOf('document'))
            .map((row) => changedRow(row, change)),
        ),
      )
    },
    readPages(read, signal) {
      const until = AbortSignal.any([signal, closing.signal])
      return readingInTurn(async () => {
        while (await readNext(await loaded(), { options, read, signal: until }));
      })
    },
    async setPagesAllowed(isAllowed) {
      const kept = await loaded()
      const outdated = isAllowed ? 'forbidden' : 'read'
      await kept.inTurn(() =>
        kept.put(
          [...kept.shown(), ...kept.removed()]
            .filter(({ purpose, pages }) => purpose === 'document' && pages === outdated)
            .map((row) => ({ ...withoutProposals(row), pages: 'waiting' as const })),
        ),
      )
    },
    async remove(rowIds) {
      const kept = await loaded()
      const { ids, restorable } = await kept.inTurn(async () => {
        const removed_at = options.now()
        const going = rowIds.flatMap((id) => kept.get(id) ?? []).filter((row) => row.removed_at === null)
        // On a nearly full disk the user makes room, and a file that could be restored would take it.
        const found = { ids: going.map(({ id }) => id), restorable: (await options.files.staged.store.room()) > 0 }
        if (found.restorable) await kept.put(going.map((row) => ({ ...row, removed_at })))
        else {
          // The files first: their space is what the rows' removal may need.
          await removeFiles(going)
          await kept.forget(found.ids)
        }
        return found
      })
      stop(ids)
      if (!restorable) return { restorable }
      const timer = setTimeout(() => {
        timers.delete(timer)
        // Rows that could not be deleted now are deleted when Steward starts again.
        removeForGood(ids).catch(() => {})
      }, removedForMs).unref()
      timers.add(timer)
      return { restorable }
    },
    async restore(purpose) {
      const kept = await loaded()
      return kept.inTurn(async () => {
        const removed = kept.removed().filter(isOf(purpose))
        const last = removed.reduce(
          (latest, { removed_at }) => ((removed_at ?? '') > latest ? (removed_at ?? '') : latest),
          '',
        )
        const back = removed.filter(({ removed_at }) => removed_at === last)
        await kept.put(
          back.map((row) => {
            const shown = { ...row, removed_at: null }
            return row.state === 'staging' ? failed(shown, stopped) : shown
          }),
        )
        return back.length
      })
    },
    async submit(rowIds) {
      const kept = await loaded()
      return kept.inTurn(() => submit(kept, options, rowIds))
    },
    async takeBack(undo) {
      const kept = await loaded()
      return kept.inTurn(async () => {
        const back: KeptRow[] = []
        const undone = await undo((upload) => {
          const row = rowOfUpload(options.newId(), upload)
          back.push(row)
          return storeRow(row)
        })
        kept.wasPut(back)
        return undone
      })
    },
    async close() {
      closing.abort()
      await readingInTurn(async () => {})
      for (const timer of timers) clearTimeout(timer)
      stop([...receiving.keys()])
      await Promise.all(underWay)
      await rows?.then(
        (kept) => kept.inTurn(async () => {}),
        () => {},
      )
    },
  }
}

const isOf =
  (purpose: KeptRow['purpose']) =>
  (row: KeptRow): boolean =>
    row.purpose === purpose

/** Reads the pages of the next file; false if there is none, or the signal aborted. */
async function readNext(
  kept: TrayRows,
  { options, read, signal }: { options: TrayOptions; read: ReadFilePages; signal: AbortSignal },
): Promise<boolean> {
  const row = kept.shown().find(waitsForReading)
  if (row === undefined || row.staged_id === null || signal.aborted) return false
  const { staged_id: stagedId, media_type, file_name: name, size } = row
  const file = { mediaType: media_type ?? '', name, size, bytes: options.files.staged.read(stagedId) }
  const found = await (read?.(file, signal) ?? Promise.resolve('forbidden' as const)).catch(() => null)
  if (found === null && signal.aborted) return false
  await kept.inTurn(async () => {
    const now = kept.get(row.id)
    // It was removed, submitted or moved to another household while it was being read.
    if (now === undefined || !waitsForReading(now) || now.household_id !== row.household_id) return
    await kept.put([await withProposals(options, now, found ?? { state: 'unreadable', pages: [], isCut: false })])
  })
  return true
}

/** A field that the user changes is no proposal any more, and none replaces it. */
function changedRow(row: KeptRow, change: Inputs['change']['change']): KeptRow {
  const { name, type, entity_id, individual_id, household_id, date } = change
  const moved = household_id === undefined ? row : inHousehold(row, household_id)
  const { proposals, suggested } = moved
  const owners = {
    ...(entity_id === undefined ? {} : { entity_id: null }),
    ...(individual_id === undefined ? {} : { individual_id: null }),
  }
  const own = { ...owners, ...(type === undefined ? {} : { type: null }) }
  return {
    ...moved,
    ...(name === undefined ? {} : { name, named: true }),
    ...(type === undefined ? {} : { type, typed: true }),
    ...(entity_id === undefined ? {} : { entity_id, entity_chosen: true }),
    ...(individual_id === undefined ? {} : { individual_id, individual_chosen: true }),
    proposals: { ...proposals, ...own, ...(date === undefined ? {} : { date }) },
    suggested: { ...suggested, ...own },
    // An edit may have resolved the issue, but a row whose file is missing stays failed.
    issue: row.state === 'failed' ? row.issue : null,
  }
}

/** The row in the household that the user chose; in another one its entity, its person and the proposals are looked for again. */
function inHousehold(row: KeptRow, household_id: string): KeptRow {
  const kept = { ...row, household_id, household_chosen: true }
  if (household_id === row.household_id) return { ...kept, proposals: { ...row.proposals, household_id: null } }
  const moved = { ...kept, entity_id: null, individual_id: null, entity_chosen: false, individual_chosen: false }
  return { ...withoutProposals(moved), ...noProposals, pages: 'waiting' }
}

async function submit(kept: TrayRows, options: TrayOptions, rowIds: readonly string[]): Promise<Submitted> {
  const ready: { row: KeptRow; write: DocumentWrite }[] = []
  const refused: { row: KeptRow; issue: Issue }[] = []
  for (const row of rowIds.flatMap((id) => kept.get(id) ?? [])) {
    if (row.removed_at !== null || row.purpose !== 'document') continue
    const document = documentOf(row)
    if ('write' in document) ready.push({ row, write: document.write })
    else refused.push({ row, issue: document.issue })
  }
  await kept.put(refused.filter(({ row }) => row.state === 'ready').map(({ row, issue }) => ({ ...row, issue })))
  if (ready.length === 0) return { saved: [], refused: refusedRows(refused) }
  // Marked first: if Steward ends between the outbox and the tray, no file is in both.
  await kept.put(ready.map(({ row }) => ({ ...row, issue: null, submitted: true })))
  const saved = await options.outbox.saveDocuments(ready.map(({ write }) => write)).catch(async (thrown: AppError) => {
    await kept.put(ready.map(({ row }) => row))
    throw thrown
  })
  await kept.forget(ready.map(({ row }) => row.id))
  return {
    saved: ready.flatMap(({ row }, at) => (saved[at] ? [{ row_id: row.id, ...saved[at] }] : [])),
    refused: refusedRows(refused),
  }
}

const refusedRows = (refused: readonly { row: KeptRow; issue: Issue }[]) =>
  refused.map(({ row, issue }) => ({ row_id: row.id, issue }))

/**
 * Loads the tray after a start: removed rows are deleted, files whose transfer was interrupted are marked as failed, and rows
 * that reached the outbox are dropped. Staged files without any reference are removed.
 */
async function loadTray({ store, files }: TrayOptions): Promise<KeptRow[]> {
  const stored = await store.read('intake.rows', {})
  const staged = new Set(await store.read('intake.stagedIds', {}))
  const uploads = staged.size === 0 ? [] : await store.read('outbox.unsent', {})
  const uploading = new Set(uploads.flatMap(({ file }) => file?.staged_id ?? []))
  const rows: KeptRow[] = []
  const forget: string[] = []
  const put: KeptRow[] = []
  const needed = new Set(uploading)
  for (const one of stored) {
    const before = readRow(one)
    // A later version of Steward can read it.
    if (before === null) {
      if (one.staged_id !== null) needed.add(one.staged_id)
      continue
    }
    const row = goOnWith(before, { staged, uploading })
    if (row === null) {
      forget.push(one.id)
      continue
    }
    if (row !== before) put.push(row)
    if (row.staged_id !== null) needed.add(row.staged_id)
    rows.push(row)
  }
  if (put.length > 0) await store.writeLedger('intake.put', { rows: put.map(storeRow) })
  if (forget.length > 0) await store.writeLedger('intake.forget', { ids: forget })
  for (const id of staged) if (!needed.has(id)) await files.staged.remove(id)
  return rows
}

type Staged = { staged: ReadonlySet<string>; uploading: ReadonlySet<string> }

/** A row's state after a start; null if the row is no longer needed. */
function goOnWith(row: KeptRow, { staged, uploading }: Staged): KeptRow | null {
  if (row.removed_at !== null) return null
  if (row.submitted && row.staged_id !== null) {
    // The row is in the outbox, or was already sent from it; otherwise it never got there.
    if (uploading.has(row.staged_id) || !staged.has(row.staged_id)) return null
    return { ...row, submitted: false }
  }
  if (row.state === 'staging') return failed(row, interrupted)
  if (row.state === 'ready' && (row.staged_id === null || !staged.has(row.staged_id))) return failed(row, gone)
  return row
}

type Submitted = ContractOutputs['intake']['submit']

/** The write that creates a document from a row, or the reason why there is none. */
function documentOf(row: KeptRow): { write: DocumentWrite } | { issue: IntakeIssue } {
  if (row.state === 'staging') return { issue: notHereYet }
  const { staged_id, sha256, media_type } = row
  if (row.state === 'failed' || staged_id === null || sha256 === null || media_type === null) {
    return { issue: row.issue ?? notHereYet }
  }
  const fields = documentCreate.safeParse({
    household_id: row.household_id,
    name: row.name.trim(),
    type: row.type,
    ...(row.entity_id === null ? {} : { entity_id: row.entity_id }),
    ...(row.individual_id === null ? {} : { individual_id: row.individual_id }),
  })
  if (!fields.success) return { issue: issueWith(fields.error.issues[0]?.path[0], row) }
  const file = { staged_id, name: row.file_name, size: row.size, sha256, media_type }
  return { write: { fields: fields.data satisfies DocumentCreate, file } }
}

const notHereYet: IntakeIssue = {
  field: 'file',
  message: 'The file has not been fully read yet.',
  next_step: 'Wait a moment, then upload it.',
}

function issueWith(field: PropertyKey | undefined, { type }: Pick<KeptRow, 'type'>): IntakeIssue {
  if (field === 'type' && type === '') {
    return { field, message: 'It has no type yet.', next_step: 'Choose one; “Other” fits any document.' }
  }
  if (field === 'type') {
    return {
      field,
      message: 'The service does not know its type.',
      next_step: `Choose one of the ${Object.keys(documentTypeNames).length} types.`,
    }
  }
  if (field === 'name') {
    return { field, message: 'It has no name, or one longer than 1,000 characters.', next_step: 'Enter a name.' }
  }
  return { field: null, message: 'It cannot be uploaded as it is.', next_step: 'Remove it, and drop it again.' }
}
