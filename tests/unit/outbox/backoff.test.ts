import { expect, it } from 'vitest'
import { createBackoff, longestWaitMs, plausibleDeadline } from '../../../electron/outbox/backoff.ts'

const start = Date.parse('2026-11-21T12:00:00Z')

it('does not wait for days when the clock is set back while the service is away', () => {
  const state = { now: start, elapsed: 0 }
  const holds = createBackoff({
    now: () => state.now,
    elapsed: () => state.elapsed,
    sleep: async () => {},
    random: () => 0.5,
  })
  holds.unreached()
  holds.rest(120_000)
  expect(holds.everythingUntil()).toBe(start + 120_000)
  state.now = start - 86_400_000
  expect(holds.everythingUntil()).toBe(state.now + 120_000)
  state.elapsed += 120_001
  expect(holds.everythingUntil()).toBe(0)
  // Later failures are waited for as usual.
  holds.unreached()
  expect(holds.everythingUntil()).toBeGreaterThan(state.now)
  expect(holds.everythingUntil()).toBeLessThanOrEqual(state.now + longestWaitMs)
})

it.each([
  [start + longestWaitMs, start + longestWaitMs],
  [start + longestWaitMs + 1, 0],
  [start - 1, start - 1],
])('takes the moment %i for %i', (moment, taken) => {
  expect(plausibleDeadline(moment, { now: start, longest: longestWaitMs })).toBe(taken)
})
