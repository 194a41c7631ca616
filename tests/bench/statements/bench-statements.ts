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
    await accountsToDecide(page, 12).waitFor()
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

/** Dropped files are on screen when this many accounts are. Looked for by the text alone: a search by role would take the page's time. */
const accountsToDecide = (page: Page, count: number) =>
  page.locator('h2', { hasText: new RegExp(`^Accounts to decide\\s*${count}$`) })

/**
 * The longest task of the page while 40 files of 500 rows are read and shown, in ms of its own processor time: on a busy machine the time
 * on the clock says how long others were served in between, and is printed beside it.
 */
async function measureTasks(page: Page, folder: string): Promise<number> {
  const paths = Array.from({ length: 40 }, (_, at) => {
    const path = join(folder, `firm-${at}.csv`)
    writeFileSync(path, positions({ accounts: 1, rows: 500, tag: `firm ${at}` }))
    return path
  })
  const stopTrace = await traceTasks(page)
  const drag = await dragFiles(page, paths)
  await drag.over()
  const began = performance.now()
  await drag.drop()
  await accountsToDecide(page, 40).waitFor()
  const seconds = (performance.now() - began) / 1000
  const tasks = await stopTrace()
  const longest = (all: readonly number[]) => Math.max(0, ...all)
  const [own, clock] = [tasks.map((task) => task.ownMs), tasks.map((task) => task.clockMs)]
  console.log(
    `40 files of 500 rows: on screen after ${seconds.toFixed(1)} s, longest of ${tasks.length} tasks ${longest(own).toFixed(0)} ms of its own, ${longest(clock).toFixed(0)} ms on the clock`,
  )
  return longest(own)
}

/** A task of a thread, in ms. */
type Task = { ownMs: number; clockMs: number }

type TraceEvent = {
  name: string
  pid: number
  tid: number
  /** µs on the clock, and of the thread's own. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** Notes the tasks of the page's main thread, which is the busiest one of the browser's pages, until the returned function is called. */
async function traceTasks(page: Page): Promise<() => Promise<Task[]>> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session) throw new Error('The browser has no session for its trace.')
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
  })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    await session.detach()
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
    const mains = new Set(
      events.flatMap((event) =>
        event.name === 'thread_name' && event.args?.name === 'CrRendererMain' ? [threadOf(event)] : [],
      ),
    )
    const tasks = events.filter((event) => event.name === 'RunTask' && mains.has(threadOf(event)))
    const [busiest = []] = [...Map.groupBy(tasks, threadOf).values()].toSorted((a, b) => b.length - a.length)
    if (busiest.length === 0) throw new Error('The trace has no task of the page.')
    return busiest.map(({ dur = 0, tdur = 0 }) => ({ ownMs: tdur / 1000, clockMs: dur / 1000 }))
  }
}
