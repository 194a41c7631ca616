import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BudgetedFile, bytesOf, createFileEvictor } from '../../../electron/travel/plan-files.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'

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

type Question = { budget: number; files: readonly BudgetedFile[]; reserved: number }

/** An evictor with a download of `reserved` bytes under way; `evicted` are the files that it removed, in this order. */
async function arrange({ budget, files: all, reserved }: Question, { isListed = true } = {}) {
  const { clock } = createInstantClock(Date.parse(day(28)) + 86_400_000)
  const held = all.map(({ pinned, open, gone, ...one }) => ({
    ...one,
    used_at: open ? new Date(clock.now()).toISOString() : one.used_at,
    household_id: gone ? null : pinned ? 'pinned' : 'other',
    is_listed: isListed,
  }))
  const now = { budget: Number.POSITIVE_INFINITY, held: [] as typeof held }
  const answers = (name: string) =>
    name === 'travel.pins' ? { pins: [{ household_id: 'pinned' }], budget: now.budget } : { files: now.held }
  type Parts = Parameters<typeof createFileEvictor>[0]
  const evicted: BudgetedFile[] = []
  const evictor = createFileEvictor({
    store: { read: async (name: string) => answers(name) } as unknown as Parts['store'],
    files: {
      remove: async ({ id }: { id: string }) => void evicted.push(...all.filter((one) => one.id === id)),
    } as unknown as Parts['files'],
    clock,
  })
  await evictor.claim('under way', reserved)
  Object.assign(now, { budget, held })
  return { evictor, evicted }
}

async function planEviction(asked: Question & { needed: number }) {
  const { evictor, evicted } = await arrange(asked)
  const { short } = await evictor.claim('new', asked.needed)
  return { evict: evicted, short }
}

async function trim(asked: Question, known?: { isListed: boolean }) {
  const { evictor, evicted } = await arrange(asked, known)
  await evictor.trim()
  return evicted
}

test('nothing of a pinned household and nothing that is open is ever given up', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      expect([...(await planEviction(asked)).evict, ...(await trim(asked))].filter((one) => !isLoose(one))).toEqual([])
    }),
  )
})

test('what is given up makes room, and is nothing when all of it would not', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { budget, files: all, reserved, needed } = asked
      const { evict, short } = await planEviction(asked)
      const kept = bytesOf(without(all, evict)) + reserved + needed
      if (short === 0) expect(kept).toBeLessThanOrEqual(budget)
      else {
        expect(evict).toEqual([])
        expect(bytesOf(without(all, all.filter(isLoose))) + reserved + needed - budget).toBe(short)
      }
    }),
  )
})

test('the least recently used go first, and not one more than needed', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      for (const gone of [(await planEviction(asked)).evict, await trim(asked)]) {
        const last = gone.at(-1)
        if (last === undefined) continue
        for (const kept of without(asked.files, gone).filter(isLoose)) {
          expect(kept.used_at >= last.used_at).toBe(true)
        }
        expect(gone.map(({ used_at }) => used_at)).toEqual(gone.map(({ used_at }) => used_at).sort())
      }
      const { evict } = await planEviction(asked)
      if (evict.length > 0) {
        const oneLess = bytesOf(without(asked.files, evict.slice(0, -1))) + asked.reserved + asked.needed
        expect(oneLess).toBeGreaterThan(asked.budget)
      }
    }),
  )
})

test('files whose records were not listed yet stay, however little room there is', async () => {
  const unknown = file.map((one) => ({ ...one, pinned: false, open: false, gone: true }))
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(unknown, { selector: ({ id }) => id }), async (files) => {
      expect(await trim({ budget: 0, files, reserved: 0 }, { isListed: false })).toEqual([])
    }),
  )
})

test('files of records that are gone go whether room is needed or not, unless somebody is reading them', async () => {
  const gone = file.map((one) => ({ ...one, pinned: false, gone: true }))
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(gone, { selector: ({ id }) => id }), question, async (lost, asked) => {
      const left = await trim({ ...asked, files: [...asked.files, ...lost] })
      expect(lost.filter((one) => left.includes(one))).toEqual(lost.filter(({ open }) => !open))
    }),
  )
})

test('trimming keeps within the budget wherever loose files are all that is over it', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const fixed = bytesOf(asked.files.filter((one) => !isLoose(one))) + asked.reserved
      const kept = bytesOf(without(asked.files, await trim(asked))) + asked.reserved
      expect(kept).toBeLessThanOrEqual(Math.max(asked.budget, fixed))
    }),
  )
})
