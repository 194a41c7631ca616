import { beforeEach, expect, test } from 'vitest'
import { createOwnWorker } from '../../../electron/data/own-worker.ts'
import type { WorkerClient } from '../../../electron/data/worker-client.ts'
import { AppError } from '../../../shared/domain/app-error.ts'

type Calls = { work(fails?: boolean): Promise<string> }

let events: string[]

function start(): WorkerClient<Calls> {
  events.push('start')
  const work = async (fails = false) => {
    if (fails) throw new AppError('cache/not-open', { message: 'It died.', nextStep: 'Ask again.' })
    return 'done'
  }
  return {
    open: async () => ({ report: { mirrorRebuilt: false, ledgerReport: null, isWritable: false }, calls: { work } }),
    close: async () => void events.push('close'),
    terminate: async () => {},
  }
}

beforeEach(() => {
  events = []
})

test('a worker is started by the first call, one that died is replaced at the next, and closing ends it', async () => {
  const own = createOwnWorker(start)
  await own.close()
  expect(events).toEqual([])
  await expect(own.ask((calls) => calls.work(true))).rejects.toThrow('It died.')
  expect(await own.ask((calls) => calls.work())).toBe('done')
  expect(await own.ask((calls) => calls.work())).toBe('done')
  expect(events).toEqual(['start', 'start'])
  await own.close()
  expect(events).toEqual(['start', 'start', 'close'])
})
