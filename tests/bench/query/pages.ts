import { listOrderOf } from '../../../electron/data/lists/list-order.ts'
import { readRows, recordLists } from '../../../electron/data/reads/list.ts'
import { answerRead, type ReadInput } from '../../../electron/data/reads/read.ts'
import type { Random } from '../generate/random.ts'
import { interleave, type Times, timeOf } from './measure.ts'
import type { Sides } from './open-sides.ts'

type Input = ReadInput<'individuals.list'>
type Setup = Pick<Input, 'sort' | 'filters'>

export const pageSize = 100

/** Lists as advisors set them up: sorted with and without an index, with no filter, a wide one, a narrow one, or several. */
export const setups: readonly Setup[] = [
  { sort: { column: 'title', direction: 'asc' } },
  { sort: { column: 'updated_at', direction: 'desc' } },
  { sort: { column: 'household_name', direction: 'asc' } },
  { sort: { column: 'email', direction: 'asc' }, filters: [{ column: 'is_primary', operator: 'is', values: [true] }] },
  { sort: { column: 'title', direction: 'desc' }, filters: [{ column: 'city', operator: 'has', values: [] }] },
  {
    sort: { column: 'date_of_birth', direction: 'asc' },
    filters: [
      { column: 'title', operator: 'contains', values: ['an'] },
      { column: 'state', operator: 'is', values: ['ny'] },
    ],
  },
]

/** Makes the whole orders of all setups; returns how long each took, in ms. */
export async function makeOrders({ reader }: Sides): Promise<Times> {
  const times: Times = []
  for (const setup of setups) {
    const began = performance.now()
    await answerRead(reader, 'individuals.list', { ...setup, offset: 5000, limit: 1 })
    await new Promise((resolve) => setImmediate(resolve))
    times.push(performance.now() - began)
  }
  return times
}

type Page = { input: Input; rows: Int32Array }

/** Measures pages anywhere in a sorted and filtered set: our whole answer beside the bare statement for the same rows. */
export function measurePages(sides: Sides, random: Random, count: number) {
  const questions: Page[] = Array.from({ length: count }, () => {
    const setup = random.pick(setups)
    const rows = rowsOf(sides, setup)
    return { input: { ...setup, offset: random.below(rows.length), limit: pageSize }, rows }
  })
  const select = sides.bare.prepare<[number]>(rowSqlOf(sides))
  return interleave(questions, {
    ours: ({ input }) => answered(sides, input),
    bare: ({ input: { offset, limit }, rows }) =>
      Array.from(rows.subarray(offset, offset + limit), (row) => select.get(row)),
  })
}

/** The statement by which the app reads one row of the list. */
function rowSqlOf({ reader }: Sides): string {
  let asked = ''
  const rowStatement = (sql: string) => {
    asked = sql
    return reader.rowStatement(sql)
  }
  readRows({ ...reader, rowStatement }, recordLists.individuals, [])
  return asked
}

/** Compares a page around row 900,000 of a million with one around row 0, both ours. */
export function measureDeepPages(sides: Sides, random: Random, count: number) {
  const times = { deep: [] as Times, first: [] as Times }
  const spread = Math.round(sides.size / 20)
  const [setup] = setups
  if (!setup) throw new Error('There is nothing to page through.')
  for (let round = -5; round < count; round++) {
    const within = random.below(spread)
    const ask = (from: number) => timeOf(() => answered(sides, { ...setup, offset: from + within, limit: pageSize }))
    const deepFrom = Math.round(sides.size * 0.9)
    const deepFirst = round % 2 === 0 ? ask(deepFrom) : null
    const first = ask(0)
    const deep = deepFirst ?? ask(deepFrom)
    if (round < 0) continue
    times.first.push(first)
    times.deep.push(deep)
  }
  return times
}

/** Returns the answer, which is available as soon as its order is made. */
export function answered({ reader }: Pick<Sides, 'reader'>, input: Input) {
  const answer = answerRead(reader, 'individuals.list', input)
  if (answer instanceof Promise) throw new Error('An order was not at hand.')
  return answer
}

const rowsOf = ({ reader }: Sides, setup: Setup): Int32Array =>
  reader.lists.order(listOrderOf(recordLists.individuals.shape, setup, reader))
