import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { ensureBuild } from '../../doubles/ensure-build.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'
import { dragFiles } from '../../e2e/pages/intake.ts'
import { statements } from '../../e2e/pages/statements.ts'
import { createComputer, startSteward } from '../../e2e/support/steward.ts'
import type { BenchOptions, BenchResult } from '../result.ts'
import { measureMapped, parse } from './mapped-accounts.ts'
import { positions } from './positions.ts'

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Time that the way from the dropped file to the screen may take beside parsing, in ms. */
const onTop = 500

/**
 * Measures custodians' files from the drop to the review in Chromium, beside parsing the same bytes; the page's longest task while 40
 * files come in; and the review of a firm that knows 50,000 accounts, beside one that knows twelve.
 */
export async function benchStatements({ rounds }: BenchOptions): Promise<BenchResult> {
  await ensureBuild()
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-statements-'))
  const computer = createComputer()
  const steward = await startSteward(computer, ['--demo', '--port', '0'], { keyring: null })
  const browser = await launchChromium()
  try {
    const page = await openPage(browser)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(steward.url)
    await statements(page).link.click()
    await statements(page).empty.waitFor()
    const review_ratio = await measureReview(page, folder, rounds)
    const task = await measureTasks(page, folder)
    const mapped_ratio = await measureMapped(rounds)
    return {
      figures: {
        statements_review_ratio: review_ratio,
        statements_task_ms: task,
        statements_mapped_ratio: mapped_ratio,
      },
    }
  } finally {
    await browser.close()
    await steward.stop()
    computer.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each round drops a file of 12 accounts with 200 rows each, waits until all are on screen, and removes it. */
async function measureReview(page: Page, folder: string, rounds: number): Promise<number[]> {
  const ratios: number[] = []
  const times = { app: [] as number[], parse: [] as number[] }
  for (let at = -1; at < rounds; at += 1) {
    const name = `month-${at + 1}.csv`
    const text = positions({ accounts: 12, rows: 200, tag: String(at + 1) })
    const parseMs = await parse(name, text)
    const path = join(folder, name)
    writeFileSync(path, text)
    const drag = await dragFiles(page, [path])
    await drag.over()
    const began = performance.now()
    await drag.drop()
    await page.getByRole('heading', { name: /^Accounts to decide\s*12$/ }).waitFor()
    const appMs = performance.now() - began
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await statements(page).empty.waitFor()
    // The first round loads the thread that reads, and the code of the page.
    if (at < 0) continue
    times.app.push(appMs)
    times.parse.push(parseMs)
    ratios.push(Math.max(0, appMs - onTop) / parseMs)
  }
  console.log(
    `12 accounts of 200 rows: on screen after ${median(times.app).toFixed(0)} ms, parsing alone ${median(times.parse).toFixed(0)} ms`,
  )
  return ratios
}

/** The longest task of the page while 40 files of 500 rows are read and shown, in ms; 0 if none took more than 50. */
async function measureTasks(page: Page, folder: string): Promise<number> {
  const paths = Array.from({ length: 40 }, (_, at) => {
    const path = join(folder, `firm-${at}.csv`)
    writeFileSync(path, positions({ accounts: 1, rows: 500, tag: `firm ${at}` }))
    return path
  })
  await page.evaluate(() => {
    const tasks: number[] = []
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })
    Object.assign(window, { longTasks: tasks })
  })
  const drag = await dragFiles(page, paths)
  await drag.over()
  const began = performance.now()
  await drag.drop()
  await page.getByRole('heading', { name: /^Accounts to decide\s*40$/ }).waitFor()
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
  console.log(
    `40 files of 500 rows: on screen after ${((performance.now() - began) / 1000).toFixed(1)} s, tasks over 50 ms: ${
      tasks.length === 0 ? 'none' : tasks.map((ms) => ms.toFixed(0)).join(', ')
    }`,
  )
  return Math.max(0, ...tasks)
}
