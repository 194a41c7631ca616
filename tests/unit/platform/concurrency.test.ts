import { afterEach, describe, expect, it, vi } from 'vitest'
import { forEachConcurrent } from '../../../electron/platform/concurrency.ts'
import { createMutex, createThrottle, withTimeLimit } from '../../../shared/lib/calls.ts'

const { signal } = new AbortController()

it('a mutex runs one action at a time, in order, and goes on after one that failed', async () => {
  const inTurn = createMutex()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inTurn(async () => {
    await gate.promise
    seen.push('first')
    throw new Error('broken')
  })
  const second = inTurn(async () => seen.push('second'))
  gate.resolve()
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe(2)
  expect(seen).toEqual(['first', 'second'])
})

describe('a throttle', () => {
  afterEach(() => void vi.useRealTimers())

  it('runs once for all requests of an interval, never skips the last one, and drops it at its end', () => {
    vi.useFakeTimers()
    const run = vi.fn()
    const throttle = createThrottle(100, run)
    throttle.request()
    throttle.request()
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(run).toHaveBeenCalledTimes(1)
    throttle.request()
    throttle.flush()
    throttle.flush()
    expect(run).toHaveBeenCalledTimes(2)
    throttle.request()
    throttle.end()
    throttle.request()
    vi.advanceTimersByTime(1_000)
    expect(run).toHaveBeenCalledTimes(2)
  })
})

describe('items processed a few at a time', () => {
  it('begin in order, and never more than allowed at once', async () => {
    const begun: number[] = []
    let most = 0
    let now = 0
    await forEachConcurrent([1, 2, 3, 4, 5], { concurrency: 2, signal }, async (item) => {
      begun.push(item)
      now += 1
      most = Math.max(most, now)
      await new Promise(setImmediate)
      now -= 1
    })
    expect(begun).toEqual([1, 2, 3, 4, 5])
    expect(most).toBe(2)
  })

  it('stop after the first failure, which is reported once all that began have ended', async () => {
    const begun: number[] = []
    let ended = 0
    const work = forEachConcurrent([1, 2, 3, 4], { concurrency: 2, signal }, async (item, within) => {
      begun.push(item)
      await new Promise(setImmediate)
      if (item === 1) throw new Error('broken')
      if (!within.aborted) await new Promise((resolve) => within.addEventListener('abort', resolve))
      await new Promise(setImmediate)
      ended += 1
    })
    await expect(work).rejects.toThrow('broken')
    expect([begun, ended]).toEqual([[1, 2], 1])
  })

  it('stop when the signal aborts, with its reason', async () => {
    const stop = new AbortController()
    const begun: number[] = []
    const work = forEachConcurrent([1, 2, 3], { concurrency: 1, signal: stop.signal }, async (item) => {
      begun.push(item)
      stop.abort(new Error('stopped'))
    })
    await expect(work).rejects.toThrow('stopped')
    expect(begun).toEqual([1])
  })
})

describe('a throttle that runs at once', () => {
  afterEach(() => void vi.useRealTimers())

  it('runs for the first request, then once for those of each interval, and flushes what is requested', () => {
    vi.useFakeTimers()
    const run = vi.fn()
    const throttle = createThrottle(100, run, { atOnce: true })
    throttle.request()
    expect(run).toHaveBeenCalledTimes(1)
    throttle.request()
    throttle.request()
    expect(run).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(100)
    expect(run).toHaveBeenCalledTimes(2)
    throttle.flush()
    expect(run).toHaveBeenCalledTimes(2)
    throttle.request()
    throttle.flush()
    expect(run).toHaveBeenCalledTimes(3)
    vi.advanceTimersByTime(1_000)
    throttle.request()
    throttle.request()
    throttle.end()
    vi.advanceTimersByTime(1_000)
    expect(run).toHaveBeenCalledTimes(4)
  })
})

describe('a time limit', () => {
  it('gives the result, the error, or what is decided for one that is late', async () => {
    expect(await withTimeLimit(Promise.resolve(1), 10_000, () => 2)).toBe(1)
    await expect(withTimeLimit(Promise.reject(new Error('broken')), 10_000, () => 2)).rejects.toThrow('broken')
    const never = new Promise<number>(() => {})
    expect(await withTimeLimit(never, 0, () => 'late')).toBe('late')
    const refuse = () => {
      throw new Error('too late')
    }
    await expect(withTimeLimit(never, 0, refuse)).rejects.toThrow('too late')
  })
})
