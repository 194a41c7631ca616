import { generatedMirror } from '../generate/mirror-cache.ts'
import { createRandom } from '../generate/random.ts'
import type { BenchResult } from '../result.ts'
import { measureCounts, measurePairs, warmAndCompare } from './counts.ts'
import { p50, p95, ratios, report, round2 } from './measure.ts'
import { openSides } from './open-sides.ts'
import { measureColdFirstPages, measureFirstPages, measureJoinedOrder } from './orders.ts'
import { buildViews, measureDeepPages, measurePages, setups } from './pages.ts'
import { measureBook, measureHouseholds, measureSearch } from './search-and-sums.ts'
import { measureIpc } from './through-ipc.ts'

const seed = 7

/**
 * Measures the app's reads of a generated encrypted mirror beside the same statements on bare SQLite without a cipher: same rows,
 * same parameters, alternating in one thread. Ratios are p95 divided by p95, one value for each of five rounds; times in ms are p95, that of the joined order the
 * median.
 */
export async function benchQuery({ individuals }: { individuals: number }): Promise<BenchResult> {
  const generated = await generatedMirror(seed, { individuals })
  const sides = openSides(generated)
  const random = createRandom(seed)
  try {
    const built = await buildViews(sides)
    for (const [at, ms] of built.entries())
      console.log(`view built in ${ms.toFixed(0)} ms: ${JSON.stringify(setups[at])}`)
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
    await warmAndCompare(sides, random, 60)
    const pairs = measurePairs(sides, random, 200)
    const firstPages = await measureFirstPages(sides)
    const coldFirstPages = await measureColdFirstPages(generated)
    for (const [name, times] of Object.entries({
      'columns in memory': firstPages,
      'nothing in memory': coldFirstPages,
    })) {
      const [least, most] = [Math.min(...times), Math.max(...times)]
      console.log(
        `first page, ${name}: ${least.toFixed(1)} to ${most.toFixed(1)} ms, p50 ${p50(times).toFixed(1)} p95 ${p95(times).toFixed(1)}`,
      )
    }
    const joinedOrder = measureJoinedOrder(sides, 5)
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
      first_page_of_any_sort_ms: round2(p95(coldFirstPages)),
      first_page_from_memory_ms: round2(p95(firstPages)),
      joined_order_ms: round2(p50(joinedOrder)),
      ipc_ms_per_100: ipc,
    }
    return { figures }
  } finally {
    sides.close()
  }
}
