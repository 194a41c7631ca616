import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportActivity } from '../../../../renderer/app/report-activity.ts'

const restMs = 20_000

let page: EventTarget
let reports: number
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  reports = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const happen = (sign: string) => page.dispatchEvent(new Event(sign))

it('a page in use reports at once, then every twenty seconds at most, the last sign included', () => {
  reportActivity(() => {
    reports += 1
  })
  happen('keydown')
  expect(reports).toBe(1)
  for (const sign of ['pointermove', 'wheel', 'scroll']) happen(sign)
  expect(reports).toBe(1)
  vi.advanceTimersByTime(restMs)
  expect(reports).toBe(2)
  vi.advanceTimersByTime(10 * restMs)
  expect(reports).toBe(2)
  happen('pointerdown')
  expect(reports).toBe(3)
})

it('a page in use reports nothing once it is stopped', () => {
  const stop = reportActivity(() => {
    reports += 1
  })
  happen('keydown')
  happen('keydown')
  stop()
  happen('keydown')
  vi.advanceTimersByTime(10 * restMs)
  expect(reports).toBe(1)
})
