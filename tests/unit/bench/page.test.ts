import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BenchName } from '../../bench/figures.ts'
import type { GrowthDetails } from '../../bench/growth/kinds.ts'
import { plotGrowth } from '../../bench/growth/plot.ts'
import { readKeptPage } from '../../bench/kept-page.ts'
import { makePage, type Page } from '../../bench/page.ts'
import { pageText } from '../../bench/page-text.ts'
import { withTables } from '../../bench/readme.ts'
import type { BenchResult } from '../../bench/result.ts'
import { runAll } from '../../bench/run-all.ts'

const machine = { cpu: 'A processor', cores: 2, memoryGib: 24, system: 'Linux 6', node: 'v24' }

const results: Partial<Record<BenchName, BenchResult>> = {
  query: { figures: { book_ms: 1.5, page_ratio: [1, 1.1, 1.2, 1.3, 1.4], deep_page_ratio: [1, 1.1] } },
  write: { figures: { save_p95_ms: 80, drain_ratio: [0.7, 0.7, 0.7, 0.71, 0.7] } },
}

async function runSome(benches: readonly BenchName[], given = results) {
  const said: string[] = []
  let clock = 0
  const runs = await runAll(benches, {
    run: async (bench) => given[bench] ?? Promise.reject(new Error(`${bench} found no browser.`)),
    now: () => (clock += 1000),
    load: () => 0.25,
    say: (line) => said.push(line),
  })
  return { runs, said }
}

const pageOf = async (
  benches: readonly BenchName[],
  { before = null as Page | null, commit = 'abc', given = results } = {},
) => makePage({ ...(await runSome(benches, given)), commit, at: '2026-11-23T20:00:00Z', machine, before })

describe('the README of the benches', () => {
  const page = readKeptPage()
  const readme = readFileSync('tests/bench/README.md', 'utf8')

  it('has the tables of the figures that are kept', () => {
    const tables = page ? withTables(readme, page) : readme.replace(/(?<=<!-- figures -->\n).*?(?=<!-- end)/s, '')
    expect(readme).toBe(tables)
  })

  it('shows the plot of the growth that is kept', () => {
    const growth = page?.details.growth as GrowthDetails | undefined
    const plot = existsSync('tests/bench/growth.svg') ? readFileSync('tests/bench/growth.svg', 'utf8') : null
    expect(plot).toBe(growth ? plotGrowth(growth) : null)
  })
})

describe('all benches in one page', () => {
  it('has every figure beside its goal, with the machine, the commit and the spread of its rounds', async () => {
    const page = await pageOf(['query', 'write'])
    expect(page).toMatchObject({ commit: 'abc', machine })
    expect(page.figures.book_ms).toMatchObject({ value: 1.5, unit: 'ms', goal: '< 5', met: true, missing: null })
    expect(page.figures.page_ratio.measured?.spread).toMatchObject({ median: 1.2, lowest: 1, highest: 1.4, rounds: 5 })
    expect(page.figures.save_p95_ms).toMatchObject({ value: 80, goal: '≤ 40', met: false })
    expect(page.figures.save_p95_ms.dependsOn).toContain('disk')
    expect(page.runs).toEqual([
      { bench: 'query', seconds: 1, loadBefore: 0.25, failure: null },
      { bench: 'write', seconds: 1, loadBefore: 0.25, failure: null },
    ])
  })

  it('goes on after a bench that fails, and says why its figures are missing', async () => {
    const { runs, said } = await runSome(['grid', 'query'])
    expect(runs.map((run) => 'failure' in run)).toEqual([true, false])
    expect(said).toContain('grid failed: grid found no browser.')
    const page = await pageOf(['grid', 'query'])
    expect(page.figures.first_rows_ratio).toMatchObject({
      value: null,
      met: null,
      missing: 'Bench grid failed: grid found no browser.',
    })
    expect(page.figures.book_ms.value).toBe(1.5)
  })

  it('says of a figure whose bench did not run, or did not report it, that it was not measured', async () => {
    const { figures } = await pageOf(['query'])
    expect(figures.map_p50_ms).toMatchObject({ value: null, missing: 'Bench map did not run.' })
    expect(figures.count_ms).toMatchObject({ value: null, missing: 'Bench query did not report count_ms.' })
  })

  it('compares with the page before, and keeps what this run did not measure with its commit', async () => {
    const before = await pageOf(['query', 'write'])
    const given = { query: { figures: { book_ms: 3, page_ratio: [2, 2.1, 2.2, 2.3, 2.4] } } }
    const { figures } = await pageOf(['query'], { before, commit: 'def', given })
    expect(figures.page_ratio).toMatchObject({
      value: 2.2,
      before: { value: 1.2, commit: 'abc' },
      change: { percent: 83.3, verdict: 'worse' },
    })
    expect(figures.book_ms.change).toEqual({ percent: 100, verdict: 'unknown' })
    expect(figures.save_p95_ms).toMatchObject({ value: 80, before: null, missing: 'Bench write did not run.' })
    expect(figures.save_p95_ms.measured?.commit).toBe('abc')
  })

  it('notes a ratio with too few rounds to tell noise from change', async () => {
    const { figures } = await pageOf(['query'])
    expect(figures.page_ratio.note).toBeNull()
    expect(figures.deep_page_ratio.note).toContain('Only 2 rounds')
  })

  it('takes a figure of two benches from the later one', async () => {
    const given = { sync: { figures: { rss_growth_mib: 80 } }, growth: { figures: { rss_growth_mib: 190 } } }
    const { figures } = await pageOf(['sync', 'growth'], { given })
    expect(figures.rss_growth_mib).toMatchObject({ value: 190, measured: { bench: 'growth' } })
  })

  it('is a table for people', async () => {
    const before = await pageOf(['query', 'write'])
    const text = pageText(await pageOf(['query', 'grid'], { before, commit: 'def' }))
    expect(text).toContain('Commit def')
    expect(text).toContain('A processor, 2 cores, 24 GiB')
    expect(text).toMatch(/\| `page_ratio` \|.*\| 1\.2 \| 5: 1 – 1\.4 \| ≤ 1\.3 \| yes \| 1\.2 \| 0 %, noise \|/)
    expect(text).toMatch(/\| `save_p95_ms` ³ \|.*\| 80 ms \(at abc\) \| {2}\| ≤ 40 \| \*\*no\*\* \|/)
    expect(text).toContain('not measured: Bench map did not run.')
    expect(text).toContain('| grid | failed: grid found no browser. |')
    expect(text).toMatch(/³ Includes writes that wait for the disk/)
  })

  it('replaces the table of the README between its marks, and nothing else', async () => {
    const page = await pageOf(['query'])
    const marks = ['figures', 'growth', 'peers'].map(
      (name) => `<!-- ${name} -->\nstale rows\n<!-- end of ${name} -->\n`,
    )
    const readme = `Above\n${marks.join('Between\n')}Below\n`
    const text = withTables(readme, page)
    expect(text).toMatch(/^Above\n<!-- figures -->\nCommit abc, 2026-11-23/)
    expect(text).toMatch(/<!-- end of figures -->\nBetween\n<!-- growth -->\nNot measured yet\.\n/)
    expect(text).toMatch(/<!-- end of peers -->\nBelow\n$/)
    expect(text).not.toContain('stale rows')
    expect(withTables(text, page)).toBe(text)
    expect(() => withTables('No marks', page)).toThrow('no place for figures')
  })
})
