import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFirm } from '../generate/firm.ts'
import { createRandom } from '../generate/random.ts'
import { p50, p95, round2 } from '../query/measure.ts'
import { openDexie } from './dexie-store.ts'
import { openOwnStore } from './own-store.ts'
import type { PeerStore, Person } from './peer-store.ts'
import { openPglite } from './pglite-store.ts'
import type { PeerRow } from './table.ts'

const people = 100_000
const pageSize = 1000
const questions = 100

const stores = [
  {
    name: 'Steward, SQLite',
    open: openOwnStore,
    remarks: 'Encrypted, every field validated, a search index, the untouched JSON.',
  },
  {
    name: 'IndexedDB through Dexie 4, in Chromium',
    open: openDexie,
    remarks:
      'Not encrypted; no search; a write may be lost in a power cut unless asked for more; counts of two filters read the rows.',
  },
  { name: 'PGlite 0.5, in Node', open: openPglite, remarks: 'Not encrypted; no search index here. Has all of SQL.' },
]

/** Writes 100,000 people page by page into each store, then asks each the same questions. */
export async function compareStores(): Promise<PeerRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-stores-'))
  try {
    const rows: PeerRow[] = []
    for (const [at, { name, open, remarks }] of stores.entries()) {
      rows.push({
        what: `A store of ${people.toLocaleString('en-US')} people`,
        name,
        remarks,
        figures: await ask(await open(join(folder, String(at)))),
      })
    }
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ask(store: PeerStore): Promise<Record<string, string>> {
  const firm = createFirm(7, { individuals: people })
  const random = createRandom(7)
  try {
    let written = 0
    for (let from = 0; from < people; from += pageSize) {
      const page = Array.from({ length: pageSize }, (_, at) => personOf(firm.record('individuals', from + at)))
      written += await store.write(page, from + pageSize === people)
    }
    const anyId = () => personOf(firm.record('individuals', random.below(people))).id
    const anyState = () => random.pick(['CA', 'NY', 'TX', 'WA', 'FL'])
    const pages = await times(() => store.page(random.below(people - 100)))
    const records = await times(() => store.byId(anyId()))
    const counts = await times(() => store.count(anyState()))
    return {
      'written in': `${(written / 1000).toFixed(1)} s`,
      '100 rows by name, anywhere': timesText(pages),
      'one record': timesText(records),
      'count of two filters': timesText(counts),
    }
  } finally {
    await store.close()
  }
}

async function times(question: () => Promise<number>): Promise<number[]> {
  const found: number[] = []
  for (let at = -10; at < questions; at += 1) {
    const ms = await question()
    // The first ten warm up.
    if (at >= 0) found.push(ms)
  }
  return found
}

const timesText = (found: number[]) => `${round2(p50(found))} ms, p95 ${round2(p95(found))}`

function personOf(record: object): Person {
  const person = record as Omit<Person, 'title'> & { first_name: string; last_name: string }
  return { ...person, title: `${person.first_name} ${person.last_name}` }
}
