import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerCommand } from '../../../renderer/lib/commands/offers.ts'
import { reportOffers } from '../../../renderer/lib/commands/report-offers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('the page reports what can be run, in the catalogue’s order, once for many changes, and not again while it stays the same', async () => {
  const tell = vi.fn(async () => ({}))
  const stop = reportOffers(tell)
  const takeBack = [registerCommand('record.save', () => {}), registerCommand('go.households', () => {})]
  await vi.runAllTimersAsync()
  expect(tell.mock.calls).toEqual([[['go.households', 'record.save']]])
  const again = registerCommand('record.save', () => {})
  await vi.runAllTimersAsync()
  again()
  await vi.runAllTimersAsync()
  expect(tell).toHaveBeenCalledTimes(1)
  for (const take of takeBack) take()
  await vi.runAllTimersAsync()
  expect(tell.mock.lastCall).toEqual([[]])
  stop()
  registerCommand('go.back', () => {})()
  await vi.runAllTimersAsync()
  expect(tell).toHaveBeenCalledTimes(2)
})

it('the page reports with the next change what could not be reported', async () => {
  const tell = vi.fn(async (_commands: string[]) => ({}))
  tell.mockRejectedValueOnce(new Error('locked'))
  const stop = reportOffers(tell)
  await vi.runAllTimersAsync()
  const takeBack = registerCommand('go.back', () => {})
  takeBack()
  await vi.runAllTimersAsync()
  expect(tell.mock.calls).toEqual([[[]], [[]]])
  stop()
})
