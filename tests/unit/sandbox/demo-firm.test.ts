import { beforeAll, describe, expect, test } from 'vitest'
import { parseOptions } from '../../../sandbox/command-line.ts'
import { generateFirm } from '../../../sandbox/data/firm.ts'
import { sumAmounts } from '../../../sandbox/data/money.ts'
import { prepareStore } from '../../../sandbox/store/prepare.ts'
import type { StoredRecord } from '../../../sandbox/store/records.ts'
import { openStore } from '../../../sandbox/store/store.ts'

type Made = { table: string; record: StoredRecord }

/** Letters of Latin script, digits, and the punctuation in names, addresses, notes and Markdown summaries. */
const plainText = /^(?:[\p{Script=Latin}\p{M}\d .,'’:;&()#$@_+*·–-]|\n)+$/u

/** Returns every text of a record, with the path of field names that leads to it. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`))
}

type Asset = { display_name: string; value: number }
const assetsOf = ({ record }: Made) => record.directly_held_assets as Asset[]

describe('the demo firm, which has no hostile records', () => {
  const made: Made[] = []
  const files: string[] = []

  beforeAll(() => {
    const file = (_id: string, { fileName, origin }: { fileName: string; origin: object }) =>
      void files.push(fileName, ...textsIn(origin).map(([, text]) => text))
    generateFirm(
      { seed: 7, households: 500, hostile: false, fullFiles: true },
      { record: (table, record) => made.push({ table, record }), file },
    )
  })

  const of = (table: string) => made.filter((each) => each.table === table)

  test('has texts of an ordinary firm only, without markup, paths, formulas or control characters', () => {
    const texts = made.flatMap(({ table, record }) => textsIn(record, table))
    const odd = texts.filter(([, text]) => !plainText.test(text) || text !== text.trim() || /\.\.|^[=+@-]/.test(text))
    expect(odd).toEqual([])
    expect(files.filter((text) => !plainText.test(text))).toEqual([])
    expect(texts.length).toBeGreaterThan(100_000)
  })

  test('has names that fit a line and notes that fit a screen', () => {
    const limits = { notes: 500, summary: 1_000 } as const
    const limit = (path: string) => limits[path.split('.').at(-1) as keyof typeof limits] ?? 100
    const long = made
      .flatMap(({ table, record }) => textsIn(record, table))
      .filter(([path, text]) => text.length > limit(path))
    expect(long).toEqual([])
  })

  test('leaves out what it does not know: nothing is null', () => {
    expect(made.filter(({ record }) => Object.values(record).includes(null))).toEqual([])
  })

  test('has holdings between $1,000 and $25 million, and no entity that owes more than it has', () => {
    const values = of('valuations').flatMap((each) => assetsOf(each).map(({ value }) => value))
    expect(Math.min(...values)).toBeGreaterThan(1_000)
    expect(Math.max(...values)).toBeLessThan(25_000_000)
    expect(of('valuations').filter((each) => assetsOf(each).length === 0)).toEqual([])
    expect(of('valuations').filter(({ record }) => !(Number(record.total_value) > 0))).toEqual([])
  })

  test('is worth a few billion dollars, each household 0.5 to 80 million', () => {
    const latest = new Map<string, StoredRecord>()
    for (const { record } of of('valuations')) {
      const before = latest.get(String(record.entity_id))
      if (!before || String(before.effective_date) <= String(record.effective_date)) {
        latest.set(String(record.entity_id), record)
      }
    }
    const householdOf = new Map(of('entities').map(({ record }) => [record.id, String(record.household_id)]))
    const worth = new Map<string, number>()
    for (const [entity, valuation] of latest) {
      const household = householdOf.get(entity) ?? ''
      worth.set(household, (worth.get(household) ?? 0) + Number(valuation.directly_held_asset_value))
    }
    const book = sumAmounts([...worth.values()])
    expect(book).toBeGreaterThan(1e9)
    expect(book).toBeLessThan(6e9)
    expect(worth.size).toBe(500)
    expect(Math.min(...worth.values())).toBeGreaterThan(500_000)
    expect(Math.max(...worth.values())).toBeLessThan(80_000_000)
  })
})

test.each([
  ['by default', [], 'no'],
  ['with --hostile', ['--hostile'], 'some'],
])('%s the service of 12 households has the hostile records it should', (_name, args, expected) => {
  const options = parseOptions(['--households', '12', ...args])
  if (options === 'help') throw new Error('The options were taken for --help.')
  const store = openStore(undefined)
  prepareStore(store, options)
  const { rows } = store.readPage({ table: 'individuals', filter: {}, limit: 1000 })
  expect(rows.some(({ text }) => text.includes('👩‍👩‍👧‍👦 Émilie')) ? 'some' : 'no').toBe(expected)
  store.close()
})
