import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openStoresInMemory } from '../../../electron/data/open-stores.ts'
import { commitStep, settleMirror } from '../../../electron/data/overlay/replay-ledger.ts'
import { applyKnownPage, applyPage, completeSweep } from '../../../electron/data/sweep/apply-sweep.ts'
import { createWriter } from '../../../electron/data/writer.ts'
import { anEdit, step } from './support/operations.ts'
import { anIndividual, bodyOf, many, pageOf } from './support/records.ts'

/** Longer than the answers to writes are remembered, ms. */
const later = 20 * 60_000

function createCopy() {
  const stores = openStoresInMemory()
  let now = Date.UTC(2026, 0, 1)
  const writer = createWriter({ ...stores, now: () => now, onChanged: () => {} })
  settleMirror(writer)
  const compressed = (page: unknown) => hash('sha256', JSON.stringify(page))
  return {
    pass: () => {
      now += later
    },
    /** The service's answer to an edit of this computer. */
    answer: (record: unknown) =>
      commitStep(writer, {
        operations: [],
        events: [],
        records: [{ resource: 'individuals', bytes: bodyOf(record) }],
      }),
    /** Saves an edit here, or takes it back. */
    edit(record: ReturnType<typeof anIndividual>, state: 'queued' | 'discarded') {
      commitStep(writer, step({ ...anEdit(1, 'individuals', record, { notes: 'mine' }), state }))
    },
    /** Walks these pages as a sync does, those that came as last time without their bytes. Returns how many were read. */
    async sweep(pages: readonly (readonly unknown[])[]) {
      const total = new Set(pages.flat().map((record) => (record as { id: string }).id)).size
      const { sweepId } = writer.batch.write(() => {
        writer.pages.settle('individuals')
        return writer.sweeps.begin('individuals', now)
      })
      let read = 0
      for (const [index, data] of pages.entries()) {
        const after = index === 0 ? null : `c${index}`
        const page = { sweepId, after, compressed: compressed(data) }
        if (applyKnownPage(writer, page, () => {})) continue
        read += 1
        const bytes = pageOf(data, { endCursor: `c${index + 1}`, hasNext: index < pages.length - 1, total })
        applyPage(writer, { ...page, bytes }, () => {})
      }
      expect(await completeSweep(writer, sweepId)).toEqual({ missing: [] })
      return read
    },
    cityOf: (n: number) =>
      stores.mirror
        .prepare<[string], string>("SELECT json ->> '$.city' FROM individuals WHERE id = ?")
        .pluck()
        .get(`client_profile_${n}`),
  }
}

test('an edit that was sent and then lost by the service is gone after the next sweep, though every page is as before', async () => {
  const copy = createCopy()
  const pages = [many(anIndividual, 3, 1), many(anIndividual, 3, 4)]
  await copy.sweep(pages)
  expect(await copy.sweep(pages)).toBe(0)
  copy.answer(anIndividual(4, { city: 'Lyon', updated_at: '2025-01-01T00:00:00.000Z' }))
  expect(copy.cityOf(4)).toBe('Lyon')
  copy.pass()
  expect(await copy.sweep(pages)).toBe(1)
  expect(copy.cityOf(4)).toBeNull()
  expect(await copy.sweep(pages)).toBe(0)
})

test('of two copies in one walk the newer one stays, in whichever order they come, also when its page is as before', async () => {
  const older = anIndividual(1, { city: 'Rome', updated_at: '2025-01-01T00:00:00.000Z' })
  const newer = anIndividual(1, { city: 'Lyon', updated_at: '2025-02-01T00:00:00.000Z' })
  const others = many(anIndividual, 2, 2)
  for (const pages of [
    [[newer], [...others, older]],
    [[older], [...others, newer]],
    [[newer, ...others, older]],
    [[older, ...others, newer]],
  ]) {
    for (const first of [older, newer]) {
      const other = createCopy()
      await other.sweep([[first], others])
      await other.sweep(pages)
      expect(other.cityOf(1)).toBe('Lyon')
      // The service dropped its newer copy: the older one was on the page before, and is read all the same.
      await other.sweep([[older], others])
      expect(other.cityOf(1)).toBe('Rome')
    }
    const copy = createCopy()
    await copy.sweep([[older], others])
    for (let time = 0; time < 3; time += 1) {
      await copy.sweep(pages)
      expect(copy.cityOf(1)).toBe('Lyon')
    }
    await copy.sweep([[newer], others])
    expect(await copy.sweep([[newer], others])).toBe(0)
    // A restored backup: the only copy is older than the one before.
    await copy.sweep([[older], others])
    expect(copy.cityOf(1)).toBe('Rome')
  }
})

test('of two copies in one walk the newer one stays below an edit that waits, in whichever order they come', async () => {
  const older = anIndividual(1, { city: 'Rome', updated_at: '2025-01-01T00:00:00.000Z' })
  const newer = anIndividual(1, { city: 'Lyon', updated_at: '2025-02-01T00:00:00.000Z' })
  const others = many(anIndividual, 2, 2)
  for (const pages of [
    [[newer], [...others, older]],
    [[older], [...others, newer]],
  ]) {
    const copy = createCopy()
    await copy.sweep([[older], others])
    copy.edit(older, 'queued')
    await copy.sweep(pages)
    expect(copy.cityOf(1)).toBe('Lyon')
    copy.edit(older, 'discarded')
    expect(copy.cityOf(1)).toBe('Lyon')
  }
})
