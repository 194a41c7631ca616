import { generatedMirror } from '../generate/mirror-cache.ts'
import { createRandom } from '../generate/random.ts'
import type { BenchResult } from '../result.ts'
import { measureCounts, measurePairs } from './counts.ts'
import { p50, p95, ratios, report, round2 } from './measure.ts'
import { openSides } from './open-sides.ts'
import { measureFirstPages, measureWholeOrders } from './orders.ts'
import { makeOrders, measureDeepPages, measurePages, setups } from './pages.ts'
import { measureBook, measureHouseholds, measureSearch } from './search-and-sums.ts'
import { measureIpc } from './through-ipc.ts'

const seed = 7

/**
 * Measures the app's reads of a generated encrypted mirror beside the same statements on bare SQLite without a cipher: same rows,
 * same parameters, alternating in one thread. Ratios are p95 divided by p95, one value for each of five rounds; times in ms are p95, that of
 * whole orders the slowest.
 */
export async function benchQuery({ individuals }: { individuals: number }): Promise<BenchResult> {
  const generated = await generatedMirror(seed, { individuals })
  const sides = openSides(generated)
  const random = createRandom(seed)
  try {
    const made = await makeOrders(sides)
    for (const [at, ms] of made.entries())
      console.log(`order made in ${ms.toFixed(0)} ms: ${JSON.stringify(setups[at])}`)
    const pages = measurePages(sides, random, 600)
    report('page of 100', pages)
    const deep = measureDeepPages(sides, random, 300)
    console.log(`page at 90 % p50 ${p50(deep.deep).toFixed(2)} ms, at row 0 p50 ${p50(deep.first).toFixed(2)} ms`)
    const counts = measureCounts(sides, random, 120)
    report('count with filter', counts)
    const searches = measureSearch(sides, random, 600)
    report('search per keystroke', searches)
    const households = measureHouseholds(sides, random, 600)
    report('balance sheet of a household', households)
    const book = measureBook(sides, 100)
    report('whole book', book)
    const pairs = measurePairs(sides, random, 200)
    const firstPages = await measureFirstPages(generated)
    const wholeOrders = measureWholeOrders(sides)
    const ipc = await measureIpc(sides, generated, random, 60)
    const figures = {
      page_ratio: ratios(pages),
      deep_page_ratio: ratios({ ours: deep.deep, bare: deep.first }),
      count_ratio: ratios(counts),
      search_ratio: ratios(searches),
      household_ratio: ratios(households),
      book_ratio: ratios(book),
      book_ms: round2(p95(book.ours)),
      household_ms: round2(p95(households.ours)),
      count_ms: round2(p95(pairs)),
      first_page_by_index_ms: round2(p95(firstPages.indexed)),
      first_page_of_any_sort_ms: round2(p95(firstPages.others)),
      first_page_backwards_ms: round2(p95(firstPages.slowest)),
      whole_order_ms: round2(Math.max(...wholeOrders)),
      ipc_ms_per_100: ipc,
    }
    return { figures }
  } finally {
    sides.close()
  }
}
