import type { AppError } from '../../shared/domain/app-error.ts'
import type { Operation } from '../../shared/domain/operation.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import { maxIntakeRows } from '../../shared/ipc/intake.ts'
import type { StoredIntakeRow } from '../data/ledger/staged-files.ts'
import type { DocumentWrite } from '../outbox/outbox.ts'
import { failed, type Issue, type KeptRow, newRow, pageRow, rowOfUpload, storeRow } from './intake-row.ts'
import { empty, issueOf, stopped, tooMany, unread } from './issues.ts'
import { loadTray } from './load-tray.ts'
import { type Received, readyRow, receiveFile, withDuplicates } from './receive-file.ts'
import { documentOf, type Submitted } from './submit-rows.ts'
import { createTrayRows, partsOf, type TrayOptions, type TrayRows } from './tray-parts.ts'

type Inputs = ContractInputs['intake']
type Outputs = ContractOutputs['intake']
type Ours<Input> = Omit<Input, 'connectionId'>

/** How long a removed row can be restored, in ms. */
const removedForMs = 10 * 60_000

/** Files that were dropped on one connection's records, until they are uploaded or removed. Throws `cache/…`. */
export type Tray = {
  list(): Promise<Outputs['list']>
  /** Creates rows for these files; `waits` is true for rows that wait for their bytes. */
  announce(input: Ours<Inputs['announce']>): Promise<{ row_id: string; size: number; waits: boolean }[]>
  /** Receives a row's bytes. Never rejects: an error is stored in the row. True when the whole file is here. */
  receive(rowId: string, source: AsyncIterable<Uint8Array>): Promise<boolean>
  /** Marks a row as failed because its bytes will not arrive; a row that is not waiting stays as it is. */
  giveUp(rowId: string, why: Issue): Promise<void>
  change(input: Ours<Inputs['change']>): Promise<void>
  /** Removes rows. `restorable` is false if their files were deleted at once, because the disk is nearly full. */
  remove(rowIds: readonly string[]): Promise<{ restorable: boolean }>
  /** Restores the rows that were removed last; returns their number. */
  restore(): Promise<number>
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
  const timers = new Set<NodeJS.Timeout>()

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
      return await settle(rowId, { received })
    } catch (thrown) {
      await settle(rowId, { issue: way.stop.signal.aborted ? stopped : issueOf(thrown) }).catch(() => {})
      return false
    } finally {
      receiving.delete(rowId)
    }
  }

  return {
    async list() {
      const shown = (await loaded()).shown()
      const duplicates = withDuplicates(shown)
      return {
        rows: shown.map((row) => ({
          ...pageRow(row),
          received: row.state === 'ready' ? row.size : (receiving.get(row.id)?.received ?? 0),
          duplicates: duplicates.get(row.id) ?? [],
        })),
      }
    },
    async announce({ owner, files }) {
      const kept = await loaded()
      const parts = await partsOf(options, owner.household_id)
      return kept.inTurn(async () => {
        const room = maxIntakeRows - kept.shown().length
        const made = files.map((file, at): KeptRow => {
          const row = newRow(options.newId(), file, owner, parts)
          if (at >= room) return failed(row, tooMany)
          if (file.size === null) return failed(row, unread)
          return file.size === 0 ? failed(row, empty) : row
        })
        await kept.put(made)
        return made.map(({ id, size, state }) => ({ row_id: id, size, waits: state === 'staging' }))
      })
    },
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
        kept.put(row_ids.flatMap((id) => kept.get(id) ?? []).map((row) => changedRow(row, change))),
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
    async restore() {
      const kept = await loaded()
      return kept.inTurn(async () => {
        const removed = kept.removed()
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

function changedRow(row: KeptRow, change: Inputs['change']['change']): KeptRow {
  const { name, type, entity_id, individual_id } = change
  return {
    ...row,
    ...(name === undefined ? {} : { name, named: true }),
    ...(type === undefined ? {} : { type, typed: true, type_reason: null }),
    ...(entity_id === undefined ? {} : { entity_id }),
    ...(individual_id === undefined ? {} : { individual_id }),
    // An edit may have resolved the issue, but a row whose file is missing stays failed.
    issue: row.state === 'failed' ? row.issue : null,
  }
}

async function submit(kept: TrayRows, options: TrayOptions, rowIds: readonly string[]): Promise<Submitted> {
  const ready: { row: KeptRow; write: DocumentWrite }[] = []
  const refused: { row: KeptRow; issue: Issue }[] = []
  for (const row of rowIds.flatMap((id) => kept.get(id) ?? [])) {
    if (row.removed_at !== null) continue
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
