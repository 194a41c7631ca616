import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { offerCommand } from '../../../renderer/lib/commands/offers.ts'
import { tellOffers } from '../../../renderer/lib/commands/tell-offers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('the page reports what can be run, in the catalogue’s order, once for many changes, and not again while it stays the same', async () => {
  const tell = vi.fn(async () => ({}))
  const stop = tellOffers(tell)
  const takeBack = [offerCommand('record.save', () => {}), offerCommand('go.households', () => {})]
  await vi.runAllTimersAsync()
  expect(tell.mock.calls).toEqual([[['go.households', 'record.save']]])
  const again = offerCommand('record.save', () => {})
  await vi.runAllTimersAsync()
  again()
  await vi.runAllTimersAsync()
  expect(tell).toHaveBeenCalledTimes(1)
  for (const take of takeBack) take()
  await vi.runAllTimersAsync()
  expect(tell.mock.lastCall).toEqual([[]])
  stop()
  offerCommand('go.back', () => {})()
  await vi.runAllTimersAsync()
  expect(tell).toHaveBeenCalledTimes(2)
})

it('the page reports with the next change what could not be reported', async () => {
  const tell = vi.fn(async (_commands: string[]) => ({}))
  tell.mockRejectedValueOnce(new Error('locked'))
  const stop = tellOffers(tell)
  await vi.runAllTimersAsync()
  const takeBack = offerCommand('go.back', () => {})
  takeBack()
  await vi.runAllTimersAsync()
  expect(tell.mock.calls).toEqual([[[]], [[]]])
  stop()
})
