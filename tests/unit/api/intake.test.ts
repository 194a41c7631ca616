import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIntake } from '../../../electron/api/intake.ts'
import type { Runtimes } from '../../../electron/connections/connection-runtime.ts'
import { ticketLifeMs } from '../../../electron/intake/tickets.ts'
import { noReading } from '../../doubles/no-reading.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('rows whose bytes never came get their error, also after a connection that was closed meanwhile', async () => {
  const given: string[] = []
  const closed = new Set<string>()
  const trayOf = (connectionId: string) => ({
    announce: async () => [{ row_id: `row of ${connectionId}`, size: 10, waits: true }],
    giveUp: async (rowId: string) => given.push(rowId),
  })
  const runtimes = {
    async get(connectionId: string) {
      if (closed.has(connectionId)) throw new Error('closed')
      return { open: async () => ({ tray: trayOf(connectionId) }) }
    },
  }
  let now = 0
  const { useCases } = createIntake(runtimes as unknown as Runtimes, { reading: noReading, now: () => now })
  const owner = { kind: 'household', id: 'hh-1' }
  for (const connectionId of ['first', 'second'])
    await useCases.announce({ connectionId, owner, files: [] } as unknown as Parameters<typeof useCases.announce>[0])

  closed.add('first')
  now = ticketLifeMs + 1
  await vi.advanceTimersByTimeAsync(ticketLifeMs + 1_000)
  expect(given).toEqual(['row of second'])
})
