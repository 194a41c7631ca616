import { AppError } from '../../shared/domain/app-error.ts'
import type { WorkerSetup } from './protocol.ts'
import type { BuildElsewhere } from './reads/views.ts'
import { startWorker, type WorkerClient } from './worker-client.ts'

export type ViewsWorker = { build: BuildElsewhere; close(): Promise<void> }

/**
 * The worker that builds views of large lists for a reader, so that no other read waits while a million rows are sorted. Started
 * by the first such view: a small firm never starts one. If it dies, the next view starts another.
 */
export function createViewsWorker({ files, workerUrl }: Extract<WorkerSetup, { role: 'reader' }>): ViewsWorker {
  let started: WorkerClient | undefined
  return {
    async build(view) {
      started ??= startWorker({ workerUrl: new URL(workerUrl), setup: { role: 'views', files } })
      const worker = started
      try {
        return await worker.call('buildView', view)
      } catch (problem) {
        if (problem instanceof AppError && problem.code === 'cache/not-open' && started === worker) started = undefined
        throw problem
      }
    },
    async close() {
      // A worker that has already died has nothing left to close.
      await started?.call('close', null).catch(() => {})
      await started?.terminate()
    },
  }
}
