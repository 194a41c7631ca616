import { type IntakeDuplicate, maxIntakeRows } from '../../shared/ipc/intake.ts'
import type { StagedFile } from '../documents/connection-files.ts'
import type { KeptRow } from './intake-row.ts'
import { changed } from './issues.ts'
import type { TrayOptions } from './tray-parts.ts'

export type Receiving = {
  row: KeptRow
  source: AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** In bytes, so far. */
  onProgress(received: number): void
}

export type Received = { staged: StagedFile }

/**
 * Seals a file as its bytes arrive; a rejection leaves nothing behind.
 *
 * @throws AppError `files/…`, or the source's own error
 */
export async function receiveFile({ files }: TrayOptions, receiving: Receiving): Promise<Received> {
  const { row, signal } = receiving
  const sealed = await files.staged.store.write(counted(receiving), { signal })
  try {
    return { staged: await files.staged.add(sealed, row.file_name) }
  } catch (thrown) {
    await files.staged.store.remove(sealed.storedName)
    throw thrown
  }
}

/** Passes on exactly as many bytes as announced, or throws. */
async function* counted({ row, source, onProgress }: Receiving): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const chunk of source) {
    received += chunk.length
    if (received > row.size) throw changed()
    onProgress(received)
    yield chunk
  }
  if (received < row.size) throw changed()
}

/** The row of a file that was received. */
export async function readyRow(
  options: TrayOptions,
  { row, received: { staged }, inTray }: { row: KeptRow; received: Received; inTray: ReadonlySet<string> },
): Promise<KeptRow> {
  const here: KeptRow = {
    ...row,
    state: 'ready',
    issue: null,
    staged_id: staged.id,
    sha256: staged.sha256,
    media_type: staged.media_type,
  }
  if (row.purpose === 'statement') return here
  return { ...here, duplicates: await duplicatesElsewhere(options, staged.sha256, new Set([...inTray, staged.id])) }
}

/** Files with exactly the same bytes outside the tray: pending uploads, and documents whose file is on this computer. */
async function duplicatesElsewhere(
  { store, files }: TrayOptions,
  sha256: string,
  inTray: ReadonlySet<string>,
): Promise<IntakeDuplicate[]> {
  const waiting = (await files.staged.byDigest(sha256)).map(({ id }) => id).filter((id) => !inTray.has(id))
  const uploads = waiting.length === 0 ? [] : await store.read('outbox.unsent', {})
  const inOutbox = uploads
    .filter(({ file }) => file && waiting.includes(file.staged_id))
    .map(({ id, title }): IntakeDuplicate => ({ where: 'outbox', id, title }))
  const held = (await files.held.byDigest(sha256)).filter(({ kind }) => kind === 'document')
  const ids = held.map(({ id }) => id)
  const { records } =
    ids.length === 0 ? { records: [] } : await store.read('records.byIds', { resource: 'documents', ids })
  return [...inOutbox, ...records.map(({ id, title }): IntakeDuplicate => ({ where: 'document', id, title }))]
}

/** The tray's rows, each with its duplicates among the rows that were dropped before it. */
export function withDuplicates(rows: readonly KeptRow[]): Map<string, IntakeDuplicate[]> {
  const first = new Map<string, KeptRow>()
  const found = new Map<string, IntakeDuplicate[]>()
  for (const row of rows.slice(0, maxIntakeRows)) {
    const before = row.sha256 === null ? undefined : first.get(row.sha256)
    if (row.sha256 !== null && before === undefined) first.set(row.sha256, row)
    const inTray: IntakeDuplicate[] = before ? [{ where: 'tray', id: before.id, title: before.file_name }] : []
    found.set(row.id, [...inTray, ...row.duplicates])
  }
  return found
}
