import { createEmitter } from '../../shared/lib/calls.ts'
import type { UploadProgress } from './outbox.ts'

/** Files that are being uploaded. */
export type Uploads = {
  /** Registers an upload; `signal` aborts when it should stop. */
  begin(operationId: string, total: number): Upload
  /** Stops an upload, and settles when its outcome is recorded; at once when there is no such upload. */
  stop(operationId: string): Promise<void>
  stopAll(): void
  count(): number
  /** Returns the unsubscriber. */
  onProgress(listener: (uploads: UploadProgress[]) => void): () => void
}

export type Upload = { signal: AbortSignal; progress(sent: number): void; end(): void }

type UnderWay = { abort: AbortController; sent: number; total: number; ended: PromiseWithResolvers<void> }

/** {@link Uploads} without any upload. */
export function createUploads(): Uploads {
  const all = new Map<string, UnderWay>()
  const changes = createEmitter<UploadProgress[]>()
  const tell = () => {
    if (!changes.hasListeners()) return
    changes.emit([...all].map(([operation_id, { sent, total }]) => ({ operation_id, sent, total })))
  }
  return {
    begin(operationId, total) {
      const one: UnderWay = { abort: new AbortController(), sent: 0, total, ended: Promise.withResolvers() }
      all.set(operationId, one)
      tell()
      return {
        signal: one.abort.signal,
        progress(sent) {
          one.sent = sent
          tell()
        },
        end() {
          all.delete(operationId)
          one.ended.resolve()
          tell()
        },
      }
    },
    async stop(operationId) {
      const one = all.get(operationId)
      one?.abort.abort()
      await one?.ended.promise
    },
    stopAll() {
      for (const { abort } of all.values()) abort.abort()
    },
    count: () => all.size,
    onProgress: changes.on,
  }
}
