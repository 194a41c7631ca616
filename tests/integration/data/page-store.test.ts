import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStoresInMemory, type Stores } from '../../../electron/data/open-stores.ts'
import { createPageStore, type PageRecord, type PageStore } from '../../../electron/data/sweep/page-store.ts'

let stores: Stores
let pages: PageStore

beforeEach(() => {
  stores = openStoresInMemory()
  pages = createPageStore(stores.mirror)
})
afterEach(() => {
  stores.mirror.close()
  stores.ledger.close()
})

const digests = { text: 'ab'.repeat(32), compressed: '' }
const outcome = { hasNextPage: false, endCursor: null, totalCount: null, received: 0 }
const put = (records: readonly PageRecord[]) =>
  pages.put({ resource: 'users', number: 1, sweepId: 1, digests, outcome, records, taken: new Set() })

test('what is remembered of a page comes back as it was', () => {
  const digest = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
  const remembered = fc.record({
    digest,
    length: fc.nat(2 ** 31),
    row: fc.nat(2 ** 31 - 1),
    setAside: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(remembered), (all) => {
      put(all)
      expect(pages.records('users', 1)).toEqual(all)
    }),
  )
})

test('the rows of a sweep are those that its pages gave, once', () => {
  const row = fc.integer({ min: 1, max: 200_000 })
  fc.assert(
    fc.property(fc.array(row), row, (rows, other) => {
      put(rows.map((one) => ({ digest: 'x'.repeat(16), length: 1, row: one, setAside: false })))
      const { seen } = pages.swept('users', 1)
      expect(seen.size).toBe(new Set(rows).size)
      expect(seen.has(other)).toBe(rows.includes(other))
      for (const one of rows) expect(seen.has(one)).toBe(true)
    }),
  )
})
