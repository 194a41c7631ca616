import { describe, expect, it } from 'vitest'
import { benches } from '../../bench/benches.ts'
import { benchNames, describeFigure, type FigureName, figures, figuresOf, isMet, names } from '../../bench/figures.ts'

/** Names that other programs read: renaming one breaks them. */
const read = [
  'book_ms',
  'household_ms',
  'count_ms',
  'first_page_of_any_sort_ms',
  'ipc_ms_per_100',
  'first_sweep_ratio',
  'latency_sweep_ratio',
  'unchanged_sweep_ratio',
  'one_percent_sweep_ratio',
  'main_stall_ms',
  'main_stall_p999_ms',
  'rss_growth_mib',
  'save_p95_ms',
  'drain_ratio',
  'drain_ratio_on_this_computer',
  'first_rows_ratio',
  'start_ratio',
  'app_memory_mib',
  'page_exponent',
  'deep_page_exponent',
  'keystroke_exponent',
  'household_exponent',
  'book_exponent',
  'count_exponent',
  'save_exponent',
  'start_exponent',
  'sweep_exponent',
] as const satisfies readonly FigureName[]

describe('the table of figures', () => {
  it.each(read)('has a goal and a bench for %s', (name) => {
    const { goal, benches: of } = describeFigure(name)
    expect(goal).not.toBeNull()
    expect(of.length).toBeGreaterThan(0)
  })

  it('has a bench that can be loaded for every figure, and no goal that its direction contradicts', () => {
    for (const name of names()) {
      const { goal, better, benches: of, about } = describeFigure(name)
      expect(about).not.toBe('')
      for (const bench of of) expect(benches[bench]).toBeTypeOf('function')
      if (goal) expect([name, goal.comparison === '≥' ? 'more' : 'less']).toEqual([name, better])
    }
  })

  it('has figures for every bench but peers, which has a table of its own', () => {
    for (const bench of benchNames) expect([bench, figuresOf(bench).length > 0]).toEqual([bench, bench !== 'peers'])
  })

  it('counts a value that equals a goal as met unless the goal is to stay below it', () => {
    expect([4.9, 5].map((value) => isMet(figures.book_ms.goal ?? never(), value))).toEqual([true, false])
    expect([1, 1.01].map((value) => isMet(figures.ipc_ms_per_100.goal ?? never(), value))).toEqual([true, false])
    expect([0.8, 0.79].map((value) => isMet(figures.drain_ratio.goal ?? never(), value))).toEqual([true, false])
  })
})

function never(): never {
  throw new Error('This figure has a goal.')
}
