import { expect, test } from 'vitest'
import type { ConnectionStore } from '../../../electron/data/connection-store.ts'
import { createSyncEngine } from '../../../electron/sync/sync-engine.ts'
import { createVirtualService, type Limit } from '../service/virtual-service.ts'

const pageSize = 1000
/** A firm of 2,500 households. */
const firm: Readonly<Record<string, number>> = {
  households: 2_500,
  individuals: 15_000,
  entities: 12_500,
  documents: 10_000,
  'document-summaries': 3_750,
  users: 20,
}
const valuations = 12_500
const pages = Object.values(firm).reduce((sum, count) => sum + Math.ceil(count / pageSize), 0)

function answer(path: string) {
  if (path.includes('/valuation')) return { status: 404, body: '' }
  const url = new URL(path, 'https://virtual.example')
  const limit = Number(url.searchParams.get('limit') ?? 0)
  if (limit === 0) return { status: 200, body: '{}' }
  const total = firm[url.pathname.split('/').at(-1) ?? ''] ?? 0
  const from = Number(url.searchParams.get('after') ?? 0)
  const received = Math.min(pageSize, total - from)
  const page_info = { has_next_page: from + received < total, end_cursor: String(from + received) }
  const data = limit === 1 ? [{ id: 'first' }] : []
  return { status: 200, body: JSON.stringify({ data, received, total_count: total, page_info }) }
}

/** The store operations that a run needs, in memory. */
function memoryStore() {
  const due = Array.from({ length: valuations }, (_, index) => `entity_${index}`)
  const counts = { valued: 0, swept: 0 }
  const store = {
    lastComplete: async () => ({}),
    forgetFutureTimes: async () => {},
    beginSweep: async () => ({ sweepId: 1, after: null, received: 0, expectedCursors: [], knownPages: [] }),
    async applyPage({ bytes }: { bytes: Uint8Array }, onOutcome: (outcome: unknown) => void) {
      const page = JSON.parse(new TextDecoder().decode(bytes))
      const { received, total_count: totalCount, page_info } = page
      onOutcome({ hasNextPage: page_info.has_next_page, endCursor: page_info.end_cursor, totalCount, received })
      return { written: received, unchanged: 0, setAside: 0 }
    },
    async completeSweep() {
      counts.swept += 1
      return { missing: [] }
    },
    abandonSweep: async () => {},
    flush: async () => {},
    entitiesToValue: async ({ limit }: { limit: number }) => ({
      ids: due.slice(counts.valued, counts.valued + limit),
      total: due.length - counts.valued,
    }),
    async applyValuation() {
      counts.valued += 1
      return { written: 1, unchanged: 0, setAside: 0 }
    },
    refuseValuation: async () => {},
    valuedEntities: async () => [],
    holdRemovals: async () => {},
    heldRemovals: async () => [],
    valuationAges: async () => ({ checkedFrom: null, neverChecked: 0, refused: [] }),
    completeValuations: async () => {},
  }
  return { store: store as unknown as ConnectionStore, counts }
}

const limits: [string, Limit][] = [
  ['10 a second, which says how long to wait', { perSecond: 10, burst: 10, retryAfter: 1 }],
  ['10 a second, which says nothing', { perSecond: 10, burst: 10, retryAfter: null }],
  ['50 a second, which says how long to wait', { perSecond: 50, burst: 50, retryAfter: 1 }],
  ['50 a second without a burst', { perSecond: 50, burst: 2, retryAfter: 1 }],
]

test.each(limits)('a first sync at %s ends in one run, in little more time than the limit allows', async (_, limit) => {
  const { service, clock, counts, finish, elapsed } = createVirtualService(limit, answer)
  const memory = memoryStore()
  const engine = createSyncEngine({
    connectionId: 'c'.repeat(32),
    store: memory.store,
    service,
    clock,
    periodic: false,
  })
  engine.start()
  await finish(engine.idle())
  const status = engine.status()
  expect(status.problem).toBeNull()
  expect(status.resources.every(({ state }) => state === 'complete')).toBe(true)
  expect(memory.counts.valued).toBe(valuations)
  expect(counts.answered).toBeGreaterThanOrEqual(pages + valuations)
  expect(elapsed()).toBeLessThanOrEqual((1.2 * counts.answered) / limit.perSecond)
  // Hardly any request is refused.
  expect(counts.refused).toBeLessThan(counts.answered * 0.03)
  await engine.close()
})

test('without a limit nothing is held back', async () => {
  const { service, clock, counts, finish, elapsed } = createVirtualService(
    { perSecond: 1e9, burst: 1e9, retryAfter: null },
    answer,
  )
  const engine = createSyncEngine({
    connectionId: 'c'.repeat(32),
    store: memoryStore().store,
    service,
    clock,
    periodic: false,
  })
  engine.start()
  await finish(engine.idle())
  expect(counts.refused).toBe(0)
  // Four at a time, 20 ms each, after the lists.
  expect(elapsed()).toBeLessThan((valuations / 4) * 0.02 + 5)
  await engine.close()
})
