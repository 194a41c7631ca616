import { expect, it } from 'vitest'
import { watchNetwork } from '../../../electron/http/watch-network.ts'

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
