import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOwnWorker, type WorkerClient } from '../../../electron/data/workers/worker-client.ts'
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
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('a worker ends when it was not called for a time, and the next call starts another', async () => {
  const own = createOwnWorker({ start, endAfter: 1000 })
  expect(await own.ask((calls) => calls.work())).toBe('done')
  await vi.advanceTimersByTimeAsync(999)
  await own.ask((calls) => calls.work())
  await vi.advanceTimersByTimeAsync(999)
  expect(events).toEqual(['start'])
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toEqual(['start', 'close'])
  await own.ask((calls) => calls.work())
  await own.close()
  expect(events).toEqual(['start', 'close', 'start', 'close'])
})

test('a worker does not end while a call is under way', async () => {
  const own = createOwnWorker({ start, endAfter: 1000 })
  const long = Promise.withResolvers<string>()
  const answer = own.ask(() => long.promise)
  await own.ask((calls) => calls.work())
  await vi.advanceTimersByTimeAsync(5000)
  expect(events).toEqual(['start'])
  long.resolve('late')
  expect(await answer).toBe('late')
  await vi.advanceTimersByTimeAsync(1000)
  expect(events).toEqual(['start', 'close'])
})

test('a worker that died is replaced at the next call', async () => {
  const own = createOwnWorker({ start, endAfter: 1000 })
  await expect(own.ask((calls) => calls.work(true))).rejects.toThrow('It died.')
  await own.ask((calls) => calls.work())
  expect(events).toEqual(['start', 'start'])
  await own.close()
})
