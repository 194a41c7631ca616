import { expect, it } from 'vitest'
import { wakingByTheClock, watchNetwork, whenLockedBecomes } from '../../../electron/platform/system-events.ts'

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

it.each([
  ['locked', true, [2, 5]],
  ['open again', false, [4]],
])('tells once of each time that a screen is %s, and of nothing after it was left', (_what, to, expected) => {
  const screen = [false, false, true, true, false, true]
  let at = 0
  const looks: (() => void)[] = []
  const told: number[] = []
  const leave = whenLockedBecomes(() => screen[at] ?? false, {
    to,
    listener: () => void told.push(at),
    every(_ms, run) {
      looks.push(run)
      return () => void looks.pop()
    },
  })
  for (at = 1; at < screen.length; at += 1) for (const look of looks) look()
  expect(told).toEqual(expected)
  leave()
  expect(looks).toEqual([])
})

function arrange() {
  const state = { addresses: '10.0.0.5', heard: 0, look: () => {}, everyMs: 0 }
  const end = watchNetwork({
    addresses: () => state.addresses,
    every(ms, run) {
      Object.assign(state, { look: run, everyMs: ms })
      return () => Object.assign(state, { look: () => {} })
    },
  })(() => {
    state.heard += 1
  })
  const becomes = (addresses: string) => {
    state.addresses = addresses
    state.look()
    return state.heard
  }
  return { state, end, becomes }
}

it('the network watch reports a network that comes or changes, once, and not one that goes or stays', () => {
  const { state, becomes } = arrange()
  expect(state.everyMs).toBeLessThanOrEqual(5_000)
  expect(becomes('10.0.0.5')).toBe(0)
  expect(becomes('')).toBe(0)
  expect(becomes('10.0.0.5')).toBe(1)
  expect(becomes('10.0.0.5')).toBe(1)
  expect(becomes('192.168.1.7')).toBe(2)
})

it('the network watch reports nothing once it was ended', () => {
  const { end, becomes } = arrange()
  end()
  expect(becomes('192.168.1.7')).toBe(0)
})
