import { answerRead } from '../../../electron/data/reads/read.ts'
import { rollUpHousehold, sumBook } from '../../../electron/data/reads/roll-ups.ts'
import { generatedMirror } from '../generate/mirror-cache.ts'
import { createRandom, type Random } from '../generate/random.ts'
import { measurePairs } from '../query/counts.ts'
import { p50, timeOf } from '../query/measure.ts'
import { openReader } from '../query/open-sides.ts'
import { answered, pageSize } from '../query/pages.ts'
import { householdIds, keystrokes } from '../query/search-and-sums.ts'
import { add, type Rounds } from './kinds.ts'

const seed = 7
const sort = { column: 'title', direction: 'asc' } as const

type Read = 'page' | 'deep_page' | 'keystroke' | 'household' | 'book' | 'count'
type Opened = ReturnType<typeof openReader> & { people: number; random: Random }

/** How often each kind of read is asked in a round. */
const asks: Readonly<Record<Read, number>> = {
  page: 60,
  deep_page: 60,
  keystroke: 140,
  household: 60,
  book: 20,
  count: 40,
}

type Times = number[] | Promise<number[]>

/** The milliseconds of each kind of read, made again each time. */
const readers: Readonly<Record<Read, (firm: Opened, count: number) => Times>> = {
  page: (firm, count) => timesOf(count, () => pageAt(firm, 0)),
  deep_page: (firm, count) => timesOf(count, () => pageAt(firm, 0.9)),
  keystroke: ({ reader, random }, count) =>
    keystrokes(reader.mirror, random, count).map((text) => timeOf(() => reader.search.query({ text, limit: 20 }))),
  household: ({ reader, random }, count) =>
    householdIds(reader.mirror, random, count).map((id) => timeOf(() => rollUpHousehold(reader, { id }))),
  book: ({ reader }, count) => timesOf(count, () => sumBook(reader.mirror)),
  count: ({ reader, random }, count) => measurePairs({ reader }, random, count),
}

/**
 * Measures the app's reads at every number of people: the median of each kind, one value for each round. All firms are open at once
 * and take turns within a round.
 */
export async function measureReads(sizes: readonly number[], rounds: number): Promise<Rounds[]> {
  const firms: Opened[] = []
  try {
    for (const people of sizes) firms.push(await open(people))
    const found: Rounds[] = firms.map(() => ({}))
    for (let round = -1; round < rounds; round += 1) {
      for (const kind of Object.keys(readers) as Read[]) {
        for (const [at, firm] of firms.entries()) {
          await bringOrder(firm)
          const median = p50(await readers[kind](firm, asks[kind]))
          // The first round warms up.
          if (round >= 0) add(found[at] ?? {}, kind, median)
        }
      }
    }
    return found
  } finally {
    for (const { close } of firms) close()
  }
}

async function open(people: number): Promise<Opened> {
  const firm = {
    ...openReader(await generatedMirror(seed, { individuals: people })),
    people,
    random: createRandom(seed),
  }
  await bringOrder(firm)
  return firm
}

/** Builds the order by name unless it is in memory. */
async function bringOrder({ reader }: Pick<Opened, 'reader'>): Promise<void> {
  await answerRead(reader, 'individuals.list', { sort, offset: 5000, limit: 1 })
  await new Promise((resolve) => setImmediate(resolve))
}

const timesOf = (count: number, ask: () => unknown) => Array.from({ length: count }, () => timeOf(ask))

/** Reads a page anywhere in the twentieth of the list that begins at this share of it. */
function pageAt({ reader, random, people }: Opened, share: number): unknown {
  const offset = Math.round(people * share) + random.below(Math.round(people / 20))
  return answered({ reader }, { sort, offset, limit: pageSize })
}
