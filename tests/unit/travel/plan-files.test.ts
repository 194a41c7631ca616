import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BudgetedFile, bytesOf, planEviction, trim } from '../../../electron/travel/plan-files.ts'

const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}T09:00:00.000Z`

const file: fc.Arbitrary<BudgetedFile> = fc.record({
  kind: fc.constantFrom('document' as const, 'summary' as const),
  id: fc.uuid(),
  size: fc.integer({ min: 0, max: 1000 }),
  used_at: fc.integer({ min: 1, max: 28 }).map(day),
  pinned: fc.boolean(),
  open: fc.boolean(),
  gone: fc.constant(false),
})
const files = fc.uniqueArray(file, { selector: ({ id }) => id, maxLength: 30 })
const amount = fc.integer({ min: 0, max: 8000 })
const question = fc.record({ budget: amount, files, reserved: amount, needed: amount })

const without = (all: readonly BudgetedFile[], gone: readonly BudgetedFile[]) =>
  all.filter((one) => !gone.includes(one))
const isLoose = ({ pinned, open }: BudgetedFile) => !pinned && !open

test('nothing of a pinned household and nothing that is open is ever given up', () => {
  fc.assert(
    fc.property(question, (asked) => {
      expect([...planEviction(asked).evict, ...trim(asked)].filter((one) => !isLoose(one))).toEqual([])
    }),
  )
})

test('what is given up makes room, and is nothing when all of it would not', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const { budget, files: all, reserved, needed } = asked
      const { evict, short } = planEviction(asked)
      const kept = bytesOf(without(all, evict)) + reserved + needed
      if (short === 0) expect(kept).toBeLessThanOrEqual(budget)
      else {
        expect(evict).toEqual([])
        expect(bytesOf(without(all, all.filter(isLoose))) + reserved + needed - budget).toBe(short)
      }
    }),
  )
})

test('the least recently used go first, and not one more than needed', () => {
  fc.assert(
    fc.property(question, (asked) => {
      for (const gone of [planEviction(asked).evict, trim(asked)]) {
        const last = gone.at(-1)
        if (last === undefined) continue
        for (const kept of without(asked.files, gone).filter(isLoose)) {
          expect(kept.used_at >= last.used_at).toBe(true)
        }
        expect(gone.map(({ used_at }) => used_at)).toEqual(gone.map(({ used_at }) => used_at).sort())
      }
      const { evict } = planEviction(asked)
      if (evict.length > 0) {
        const oneLess = bytesOf(without(asked.files, evict.slice(0, -1))) + asked.reserved + asked.needed
        expect(oneLess).toBeGreaterThan(asked.budget)
      }
    }),
  )
})

test('files of records that are gone go whether room is needed or not, unless somebody is reading them', () => {
  const gone = file.map((one) => ({ ...one, pinned: false, gone: true }))
  fc.assert(
    fc.property(fc.uniqueArray(gone, { selector: ({ id }) => id }), question, (lost, asked) => {
      const left = trim({ ...asked, files: [...asked.files, ...lost] })
      expect(lost.filter((one) => left.includes(one))).toEqual(lost.filter(({ open }) => !open))
    }),
  )
})

test('trimming keeps within the budget wherever loose files are all that is over it', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const fixed = bytesOf(asked.files.filter((one) => !isLoose(one))) + asked.reserved
      const kept = bytesOf(without(asked.files, trim(asked))) + asked.reserved
      expect(kept).toBeLessThanOrEqual(Math.max(asked.budget, fixed))
    }),
  )
})
