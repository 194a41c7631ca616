import { expect, it } from 'vitest'
import { wakingByTheClock } from '../../../electron/hosts/common/system-watch.ts'

function computer() {
  const state = { now: 0, stopped: false, look: () => {} }
  const onResume = wakingByTheClock({
    now: () => state.now,
    every: (_ms, run) => {
      state.look = run
      return () => {
        state.stopped = true
      }
    },
  })
  const passes = (ms: number) => {
    state.now += ms
    state.look()
  }
  return { state, onResume, passes }
}

it.each([
  ['nobody slept', [5_000, 5_000, 5_000], 0],
  ['a busy computer is late', [5_000, 30_000, 5_000], 0],
  ['it slept once', [5_000, 3_600_000, 5_000], 1],
  ['it slept twice', [40_000, 5_000, 40_000], 2],
  ['its clock was set back', [5_000, -3_600_000, 5_000], 0],
])('when %s, waking up is told as often as it slept', (_what, steps, times) => {
  const { onResume, passes } = computer()
  let told = 0
  onResume(() => {
    told += 1
  })
  for (const ms of steps) passes(ms)
  expect(told).toBe(times)
})

it('stops looking when nobody listens', () => {
  const { state, onResume } = computer()
  onResume(() => {})()
  expect(state.stopped).toBe(true)
})
