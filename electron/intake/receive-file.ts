import { proposeType } from '../../shared/domain/propose-type.ts'
import type { StagedFile } from '../documents/connection-files.ts'
import { duplicatesElsewhere } from './duplicates.ts'
import type { KeptRow } from './intake-row.ts'
import { changed } from './issues.ts'
import type { TrayOptions } from './tray-options.ts'

export type Receiving = {
  row: KeptRow
  source: AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** In bytes, so far. */
  onProgress(received: number): void
}

export type Received = { staged: StagedFile; head: Uint8Array }

/**
 * Seals a file as its bytes arrive; a rejection leaves nothing behind.
 *
 * @throws AppError `files/…`, or the source's own error
 */
export async function receiveFile({ files }: TrayOptions, receiving: Receiving): Promise<Received> {
  const { row, signal } = receiving
  const sealed = await files.staged.store.write(counted(receiving), { signal })
  try {
    return { staged: await files.staged.add(sealed, row.file_name), head: sealed.head }
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

/** The row of a file that was received, with proposals derived from its content; they never replace the user's choices. */
export async function readyRow(
  options: TrayOptions,
  { row, received: { staged, head }, inTray }: { row: KeptRow; received: Received; inTray: ReadonlySet<string> },
): Promise<KeptRow> {
  const { type, reason } = proposeType({ name: row.file_name, folder: row.folder, head: textOf(staged, head) })
  return {
    ...row,
    state: 'ready',
    issue: null,
    staged_id: staged.id,
    sha256: staged.sha256,
    media_type: staged.media_type,
    duplicates: await duplicatesElsewhere(options, staged.sha256, new Set([...inTray, staged.id])),
    ...(row.typed ? {} : { type, type_reason: reason }),
  }
}

function textOf({ media_type: mediaType }: StagedFile, head: Uint8Array): string {
  return mediaType.startsWith('text/') ? new TextDecoder().decode(head) : ''
}
