import { AppError } from '../../shared/domain/app-error.ts'
import type { CallsOf } from './protocol.ts'
import type { WorkerClient } from './worker-client.ts'

/** A worker that another one uses for itself. */
export type OwnWorker<Calls> = {
  ask<Answer>(call: (calls: CallsOf<Calls>) => Promise<Answer>): Promise<Answer>
  close(): Promise<void>
}

type Options<Calls> = {
  start(): WorkerClient<Calls>
  /** ms without a call after which the worker ends, and so gives its memory back. */
  endAfter: number
}

/** {@link OwnWorker}, started by the first call: a small firm never starts one. If it dies or has ended, the next call starts another. */
export function createOwnWorker<Calls>({ start, endAfter }: Options<Calls>): OwnWorker<Calls> {
  type Started = { worker: WorkerClient<Calls>; opened: ReturnType<WorkerClient<Calls>['open']> }
  let started: Started | undefined
  let underWay = 0
  let ending: NodeJS.Timeout | undefined

  const begin = (): Started => {
    const worker = start()
    return { worker, opened: worker.open() }
  }
  const end = async () => {
    clearTimeout(ending)
    const last = started
    started = undefined
    await last?.worker.close()
  }
  const endLater = () => {
    if (underWay > 0) return
    ending = setTimeout(() => void end(), endAfter).unref()
  }

  return {
    async ask(call) {
      clearTimeout(ending)
      started ??= begin()
      const current = started
      underWay++
      try {
        const { calls } = await current.opened
        return await call(calls)
      } catch (problem) {
        if (problem instanceof AppError && problem.code === 'cache/not-open' && started === current) started = undefined
        throw problem
      } finally {
        underWay--
        endLater()
      }
    },
    close: end,
  }
}
