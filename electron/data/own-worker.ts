import { AppError } from '../../shared/domain/app-error.ts'
import type { CallsOf } from './protocol.ts'
import type { WorkerClient } from './worker-client.ts'

/** A worker that another one uses for itself. */
export type OwnWorker<Calls> = {
  ask<Answer>(call: (calls: CallsOf<Calls>) => Promise<Answer>): Promise<Answer>
  close(): Promise<void>
}

/** {@link OwnWorker}, started by the first call: a small firm never starts one. If it dies, the next call starts another. */
export function createOwnWorker<Calls>(start: () => WorkerClient<Calls>): OwnWorker<Calls> {
  type Started = { worker: WorkerClient<Calls>; opened: ReturnType<WorkerClient<Calls>['open']> }
  let started: Started | undefined

  const begin = (): Started => {
    const worker = start()
    return { worker, opened: worker.open() }
  }

  return {
    async ask(call) {
      started ??= begin()
      const current = started
      try {
        const { calls } = await current.opened
        return await call(calls)
      } catch (problem) {
        if (problem instanceof AppError && problem.code === 'cache/not-open' && started === current) started = undefined
        throw problem
      }
    },
    async close() {
      const last = started
      started = undefined
      await last?.worker.close()
    },
  }
}
