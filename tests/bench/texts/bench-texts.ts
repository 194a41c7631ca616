import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { loadBundle } from '../../../electron/hosts/common/bundle.ts'
import { startShell } from '../../doubles/browser-shell.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'
import { largeTexts } from '../../doubles/large-texts.ts'
import { buildTextPage } from '../../doubles/text-page/build.ts'
import type { BenchResult } from '../result.ts'

/** How often each text is drawn; the median counts. Chromium reports no task of less than 50 ms, which counts as 0. */
const drawings = 5

/** Measures the longest task of Chromium while it draws the largest texts, files and names within the limits. */
export async function benchTexts(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-bench-texts-'))
  await buildTextPage(folder)
  const browser = await launchChromium()
  const shell = await startShell(await loadBundle(folder))
  try {
    const page = await openPage(browser)
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto(`${shell.origin}/`)
    await page.waitForFunction(() => 'draw' in window)
    const longest: number[] = []
    for (const [what, kind, make] of largeTexts) {
      const text = make()
      const times: number[] = []
      for (let at = 0; at < drawings; at += 1) {
        await page.evaluate(([kind, text]) => window.put(kind, text), [kind, text] as const)
        await twoFrames(page)
        await page.evaluate(() => window.draw())
        await page.waitForFunction(() => window.drawn().isSettled)
        await twoFrames(page)
        times.push((await page.evaluate(() => window.drawn())).longest)
      }
      const median = times.toSorted((a, b) => a - b)[Math.floor(drawings / 2)] ?? 0
      console.log(`${kind}, ${what}: ${median} ms (each: ${times.join(', ')})`)
      longest.push(median)
    }
    return { figures: { text_task_ms: Math.max(...longest) } }
  } finally {
    await browser.close()
    await shell.server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A task is reported after it ended, and what it drew is laid out with the next frame. */
const twoFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
  })
