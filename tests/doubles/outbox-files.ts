import { createHash, randomBytes } from 'node:crypto'
import type { OutboxFiles } from '../../electron/outbox/outbox.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { OperationFile } from '../../shared/domain/operation.ts'

/** Staged files in memory, and what was done with them. */
export type OutboxFilesDouble = OutboxFiles & {
  stage(name: string, content?: Uint8Array): OperationFile
  /** Makes a staged file disappear. */
  lose(stagedId: string): void
  readonly adopted: ReadonlyMap<string, string>
  readonly released: ReadonlySet<string>
}

/** Creates an empty {@link OutboxFilesDouble} whose files are read in pieces of `pieceBytes` bytes. */
export function createOutboxFilesDouble(pieceBytes = 65_536): OutboxFilesDouble {
  const staged = new Map<string, Uint8Array>()
  const adopted = new Map<string, string>()
  const released = new Set<string>()
  return {
    adopted,
    released,
    stage(name, content = randomBytes(1000)) {
      const staged_id = `staged_${staged.size + 1}`
      staged.set(staged_id, content)
      const sha256 = createHash('sha256').update(content).digest('hex')
      return { staged_id, name, size: content.length, sha256, media_type: 'application/octet-stream' }
    },
    lose: (stagedId) => void staged.delete(stagedId),
    async *open(stagedId) {
      const content = staged.get(stagedId)
      if (!content) throw gone()
      for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
    },
    async settled({ state, server_id, file }, isSame) {
      if (!file) return
      if (state === 'done' && isSame) adopted.set(file.staged_id, server_id ?? '')
      else released.add(file.staged_id)
    },
  }
}

function gone(): AppError {
  return new AppError('files/not-held', { message: 'This file is not here any more.', nextStep: 'Drop it again.' })
}
