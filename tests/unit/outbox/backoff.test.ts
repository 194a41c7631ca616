import { describe, expect, it } from 'vitest'
import { backoffMs, createBackoff } from '../../../electron/outbox/ready.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const longestWaitMs = 5 * 60_000

it('the backoff does not wait for days when the clock is set back while the service is away', () => {
  const state = { now: start, elapsed: 0 }
  const backoff = createBackoff({
    now: () => state.now,
    elapsed: () => state.elapsed,
    sleep: async () => {},
    random: () => 0.5,
  })
  backoff.unreached()
  backoff.rest(120_000)
  expect(backoff.everythingUntil()).toBe(start + 120_000)
  state.now = start - 86_400_000
  expect(backoff.everythingUntil()).toBe(state.now + 120_000)
  state.elapsed += 120_001
  expect(backoff.everythingUntil()).toBe(0)
  // Later failures are waited for as usual.
  backoff.unreached()
  expect(backoff.everythingUntil()).toBeGreaterThan(state.now)
  expect(backoff.everythingUntil()).toBeLessThanOrEqual(state.now + longestWaitMs)
})

describe('waiting', () => {
  it('doubles, with jitter, up to five minutes', () => {
    expect([1, 2, 3, 20].map((failures) => backoffMs(failures, 1))).toEqual([2_000, 4_000, 8_000, 300_000])
    expect(backoffMs(20, 0)).toBe(150_000)
  })
  it('begins with two seconds for a write that failed for the first time, and again for one that then went through', () => {
    const time = createInstantClock()
    const backoff = createBackoff(time.clock)
    const waitAfterFailure = (id: string) => {
      backoff.failed(id)
      return (backoff.until().get(id) ?? 0) - time.now
    }
    // The clock's random number is in the middle of the jitter.
    expect(['op_1', 'op_1', 'op_1', 'op_2'].map(waitAfterFailure)).toEqual([1_500, 3_000, 6_000, 1_500])
    backoff.forget('op_1')
    expect(waitAfterFailure('op_1')).toBe(1_500)
  })
  it('is 2, 15 and 60 seconds after the answer was lost', () => {
    const time = createInstantClock()
    const backoff = createBackoff(time.clock)
    const began = time.now
    const looks = [0, 1, 2].map(() => {
      backoff.nextRound('op_1')
      time.now = backoff.until().get('op_1') ?? 0
      return time.now - began
    })
    expect(looks).toEqual([2_000, 15_000, 60_000])
  })
  it('is ended by a person for a look at once, after which the looks that were planned stay', () => {
    const time = createInstantClock()
    const backoff = createBackoff(time.clock)
    const began = time.now
    for (const due of [2_000, 15_000, 60_000]) {
      backoff.nextRound('op_1')
      backoff.clear()
      expect([backoff.until().has('op_1'), backoff.round('op_1')]).toEqual([false, 0])
      backoff.nextRound('op_1')
      time.now = backoff.until().get('op_1') ?? 0
      expect(time.now - began).toBe(due)
    }
    expect(backoff.round('op_1')).toBe(2)
  })
  it('takes several failures at once for one', () => {
    const time = createInstantClock()
    const backoff = createBackoff(time.clock)
    for (let nth = 0; nth < 6; nth += 1) backoff.unreached()
    expect(backoff.everythingUntil() - time.now).toBe(1_500)
    backoff.reached()
    expect(backoff.isUnreached()).toBe(false)
  })
})
