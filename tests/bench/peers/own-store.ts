import { mkdirSync } from 'node:fs'
import { listOrderOf } from '../../../electron/data/lists/list-order.ts'
import { listShapes } from '../../../electron/data/lists/list-shapes.ts'
import { createLists } from '../../../electron/data/lists/lists.ts'
import { openStores } from '../../../electron/data/open-stores.ts'
import { answerRead } from '../../../electron/data/reads/read.ts'
import { applyPage, completeSweep } from '../../../electron/data/sweep/apply-sweep.ts'
import { createWriter } from '../../../electron/data/writer.ts'
import { timeOf } from '../query/measure.ts'
import { beside, openReader } from '../query/open-sides.ts'
import type { PeerStore } from './peer-store.ts'

const keys = { mirror: { key: 'e5'.repeat(32) }, ledger: { key: 'f6'.repeat(32) } }

/** Steward's own stores, written by its sweep and read by its lists, in this thread. */
export async function openOwnStore(folder: string): Promise<PeerStore> {
  mkdirSync(folder, { recursive: true })
  const stores = openStores({
    folder,
    mirror: { ...keys.mirror, created: true },
    ledger: { ...keys.ledger, created: true },
  })
  const writer = createWriter({ ...stores, now: Date.now, onChanged: () => {} })
  const { sweepId } = writer.batch.write(() => writer.sweeps.begin('individuals', writer.now()))
  let written = 0
  let opened: ReturnType<typeof openReader> | null = null
  const reader = () => {
    if (!opened) throw new Error('The store is still being written.')
    return opened.reader
  }
  const closeStores = () => {
    stores.mirror.close()
    stores.ledger.close()
  }
  return {
    async write(page, isLast) {
      const after = written === 0 ? null : String(written)
      written += page.length
      const data = page.map(({ title: _, ...record }) => record)
      const body = { data, page_info: { has_next_page: !isLast, end_cursor: String(written) } }
      const bytes = new TextEncoder().encode(JSON.stringify(body))
      const began = performance.now()
      applyPage(writer, { sweepId, after, bytes }, () => {})
      if (isLast) await completeSweep(writer, sweepId)
      const took = performance.now() - began
      if (isLast) {
        closeStores()
        opened = openReader({
          files: { folder, mirror: kept.mirror, ledger: kept.ledger },
          size: { individuals: written },
        })
        // Builds the order by name, as opening the list does.
        await answerRead(opened.reader, 'individuals.list', { sort, offset: 5000, limit: 1 })
        await new Promise((resolve) => setImmediate(resolve))
      }
      return took
    },
    page: async (offset) => timeOf(() => answerRead(reader(), 'individuals.list', { sort, offset, limit: 100 })),
    byId: async (id) => timeOf(() => answerRead(reader(), 'records.byIds', { resource: 'individuals', ids: [id] })),
    async count(state) {
      const { mirror, versions } = reader()
      const filters = [
        { column: 'state', operator: 'is', values: [state.toLowerCase()] },
        { column: 'is_primary', operator: 'is', values: [true] },
      ] as const
      const order = listOrderOf(
        listShapes.individuals,
        { sort, filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })) },
        beside,
      )
      // New lists each time, since they keep their counts.
      return timeOf(() => createLists({ mirror, versions, elsewhere: null }).total(order))
    },
    async close() {
      opened?.close()
    },
  }
}

const sort = { column: 'title', direction: 'asc' } as const
const kept = { mirror: { ...keys.mirror, created: false }, ledger: { ...keys.ledger, created: false } }
