import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import { ensureBuild } from '../../doubles/ensure-build.ts'
import { p50 } from '../query/measure.ts'
import { fillCache, showsRows, timeStart } from '../start/bench-start.ts'
import { measureSaves } from '../write/saves.ts'
import { add, type Rounds } from './kinds.ts'

/** Measures saves in a real browser: the median of each fifth of them is a round. */
export async function measureGrowthOfSaves(people: number, rounds: number, into: Rounds): Promise<void> {
  const saves = await measureSaves(people)
  const size = Math.ceil(saves.length / rounds)
  for (let from = 0; from < saves.length; from += size)
    add(into, 'save', p50(saves.slice(from, from + size).map(({ whole }) => whole)))
}

/** Measures starts with a full cache, and the memory of the program with its page. */
export async function measureGrowthOfStarts(people: number, rounds: number, into: Rounds): Promise<void> {
  await ensureBuild()
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-growth-'))
  const browser = await chromium.launch(browserOptions())
  try {
    const userDataDir = join(folder, 'user')
    await fillCache(browser, userDataDir, people)
    const start = { browser, userDataDir, script: 'out/main/browser.js', painted: showsRows }
    // The first start warms up.
    await timeStart(start)
    for (let round = 0; round < rounds; round += 1) {
      const { ms, memory } = await timeStart(start)
      add(into, 'start', ms)
      add(into, 'memory', memory.shell + memory.page)
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
