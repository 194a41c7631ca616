import type { ReadableDatabase } from '../../../electron/data/open-database.ts'
import { rollUpHousehold, sumBook } from '../../../electron/data/reads/roll-ups.ts'
import { createSearcher } from '../../../electron/data/reads/search.ts'
import type { Random } from '../generate/random.ts'
import { interleave } from './measure.ts'
import type { Sides } from './open-sides.ts'

/** Returns palette inputs key by key: names of existing people and households, and words from notes. */
export function keystrokes(database: ReadableDatabase, random: Random, count: number): string[] {
  const titleAt = database.prepare<[number], string>('SELECT title FROM individuals WHERE row = ?').pluck()
  const highest = database.prepare<[], number>('SELECT max(row) FROM individuals').pluck().get() ?? 1
  const typed: string[] = []
  while (typed.length < count) {
    const name = titleAt.get(1 + random.below(highest)) ?? ''
    const text = random.chance(0.2) ? `${name.split(' ').at(-1)} trust` : name
    for (let end = 1; end <= Math.min(text.length, 14); end++) typed.push(text.slice(0, end))
  }
  return typed.slice(0, count)
}

/** Measures the palette's answer to each keystroke, with the app's own search code over either store. */
export function measureSearch(sides: Sides, random: Random, count: number) {
  const { reader, bare } = sides
  const plain = createSearcher(bare, reader.ledger, reader.versions)
  return interleave(keystrokes(bare, random, count), {
    ours: (text) => reader.search.query({ text, limit: 20 }),
    bare: (text) => plain.query({ text, limit: 20 }),
  })
}

/** Returns ids of households anywhere in the firm. */
export function householdIds(database: ReadableDatabase, random: Random, count: number): string[] {
  const idAt = database.prepare<[number], string>('SELECT id FROM households WHERE row = ?').pluck()
  const highest = database.prepare<[], number>('SELECT max(row) FROM households').pluck().get() ?? 1
  return Array.from({ length: count }, () => idAt.get(1 + random.below(highest)) ?? '')
}

/** Measures a household's balance sheet. */
export function measureHouseholds({ reader, bare }: Sides, random: Random, count: number) {
  const ids = householdIds(bare, random, count)
  return interleave(ids, {
    ours: (id) => rollUpHousehold(reader, { id }),
    bare: (id) => rollUpHousehold({ mirror: bare }, { id }),
  })
}

/** Measures the balance sheet of the whole book. */
export function measureBook({ reader, bare }: Sides, count: number) {
  const rounds = Array.from({ length: count }, (_, at) => at)
  return interleave(rounds, { ours: () => sumBook(reader.mirror), bare: () => sumBook(bare) })
}
