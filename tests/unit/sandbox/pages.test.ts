import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCursors } from '../../../sandbox/store/cursor.ts'
import type { PageQuery } from '../../../sandbox/store/pages.ts'
import { openStore, type Store } from '../../../sandbox/store/store.ts'

interface Scene {
  size: number
  deleted: ReadonlySet<number>
  limit: number
  primaryOnly: boolean
}

const scenes: fc.Arbitrary<Scene> = fc.record({
  size: fc.integer({ min: 0, max: 40 }),
  deleted: fc.array(fc.integer({ min: 0, max: 39 }), { maxLength: 12 }).map((list) => new Set(list)),
  limit: fc.integer({ min: 1, max: 12 }),
  primaryOnly: fc.boolean(),
})

function withScene<Result>(scene: Scene, work: (store: Store, expected: string[]) => Result): Result {
  const store = openStore(undefined)
  try {
    for (let number = 0; number < scene.size; number += 1) {
      const id = `client_profile_${number}`
      store.individuals.insert({ id, household_id: 'household_1', is_primary: number % 3 === 0 })
      if (scene.deleted.has(number)) store.individuals.markDeleted(id, '2026-01-01T00:00:00.000Z')
    }
    const numbers = Array.from({ length: scene.size }, (_, number) => number)
    const expected = numbers
      .filter((number) => !scene.deleted.has(number) && (!scene.primaryOnly || number % 3 === 0))
      .map((number) => `client_profile_${number}`)
    return work(store, expected)
  } finally {
    store.close()
  }
}

function queryOf(scene: Scene): PageQuery {
  const filter = scene.primaryOnly ? { is_primary: true } : {}
  return { table: 'individuals', filter, limit: scene.limit }
}

const idsOf = (texts: { text: string }[]) => texts.map(({ text }) => (JSON.parse(text) as { id: string }).id)

describe('walking a list', () => {
  test('forward gives each live item exactly once, in order, and says truly what lies around each page', () => {
    fc.assert(
      fc.property(scenes, (scene) =>
        withScene(scene, (store, expected) => {
          const seen: string[] = []
          let after: number | undefined
          for (;;) {
            const page = store.readPage({ ...queryOf(scene), after })
            expect(page.totalCount).toBe(expected.length)
            expect(page.hasPrevious).toBe(seen.length > 0)
            seen.push(...idsOf(page.rows))
            expect(page.hasNext).toBe(seen.length < expected.length)
            if (!page.hasNext) break
            after = page.rows.at(-1)?.seq
          }
          expect(seen).toEqual(expected)
        }),
      ),
    )
  })

  test('backward from beyond the end gives each live item exactly once, pages in forward order', () => {
    fc.assert(
      fc.property(scenes, (scene) =>
        withScene(scene, (store, expected) => {
          let seen: string[] = []
          let before = scene.size + 1
          for (;;) {
            const page = store.readPage({ ...queryOf(scene), before })
            expect(page.hasNext).toBe(seen.length > 0)
            seen = [...idsOf(page.rows), ...seen]
            expect(page.hasPrevious).toBe(seen.length < expected.length)
            const first = page.rows[0]
            if (!page.hasPrevious || first === undefined) break
            before = first.seq
          }
          expect(seen).toEqual(expected)
        }),
      ),
    )
  })

  test('beyond the last item gives an empty page that knows what lies before it', () => {
    const scene: Scene = { size: 5, deleted: new Set(), limit: 3, primaryOnly: false }
    withScene(scene, (store) => {
      expect(store.readPage({ ...queryOf(scene), after: 5 })).toEqual({
        rows: [],
        hasNext: false,
        hasPrevious: true,
        totalCount: 5,
      })
    })
  })

  test('uses an index for every filter and never sorts', () => {
    const store = openStore(undefined)
    const plans = [
      ['individuals', 'household_id = ? AND is_primary = ?'],
      ['individuals', 'is_primary = ?'],
      ['entities', 'household_id = ?'],
      ['entities', 'kind = ?'],
      ['entities', 'external_id = ?'],
      ['documents', 'household_id = ?'],
      ['documents', 'type = ?'],
      ['document_summaries', 'document_id = ?'],
    ].map(([table, where]) => {
      const sql = `EXPLAIN QUERY PLAN SELECT seq FROM ${table} WHERE deleted_at IS NULL AND ${where} AND seq > ? ORDER BY seq`
      const rows = store.db.prepare<unknown[], { detail: string }>(sql).all(...Array(sql.split('?').length - 1).fill(1))
      return rows.map((row) => row.detail).join('; ')
    })
    store.close()
    expect(plans.filter((plan) => !plan.includes('USING') || !plan.includes('INDEX'))).toEqual([])
    // The index orders a household's documents by type, so those few are sorted; nothing else is.
    expect(plans.filter((plan) => plan.includes('TEMP B-TREE')).length).toBeLessThanOrEqual(2)
  })
})

describe('cursors', () => {
  const cursors = createCursors('key')

  test('come back as they went out, for their own list only', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(9), (seq, mark) => {
        const cursor = cursors.encode('users', { seq, mark })
        expect(cursors.decode('users', cursor)).toEqual({ seq, mark })
        expect(cursors.decode('entities', cursor)).toBeUndefined()
        expect(createCursors('other').decode('users', cursor)).toBeUndefined()
      }),
    )
  })

  test('are refused when anything about them was changed', () => {
    const cursor = cursors.encode('users', { seq: 12, mark: 0 })
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(cursors.decode('users', text)).toBeUndefined()
        expect(cursors.decode('users', `${cursor}${text}A`)).toBeUndefined()
      }),
    )
  })
})
