import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadBundle } from '../../../electron/hosts/common/bundle.ts'
import { type ShellUnderTest, startShell } from '../../doubles/browser-shell.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'
import { largeTexts } from '../../doubles/large-texts.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { buildTextPage } from '../../doubles/text-page/build.ts'

// What blocks a window is the number of elements that it draws at once: they are counted, not timed.

let folder: string
let browser: Browser
let shell: ShellUnderTest
let page: Page
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-texts-'))
  await buildTextPage(folder)
  browser = await launchChromium()
  shell = await startShell(await loadBundle(folder))
  page = await openPage(browser)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(`${shell.origin}/`)
  await page.waitForFunction(() => 'draw' in window)
})
afterAll(async () => {
  await browser.close()
  await shell.server.close()
  await rm(folder, { recursive: true, force: true })
})

const draw = async (kind: string, text: string) => {
  await page.evaluate(([kind, text]) => window.put(kind, text), [kind, text] as const)
  await page.evaluate(() => window.draw())
  await page.waitForFunction(() => window.drawn().isSettled)
  return page.evaluate(() => window.drawn())
}

const kinds = [...new Set(largeTexts.map(([, kind]) => kind))]
/** All of them in `npm run properties`; in `npm test` one of each kind, because some take seconds. */
const { numRuns, seed } = propertyRuns(largeTexts.length)
const drawn = kinds.flatMap((kind) => {
  const all = largeTexts.filter(([, of]) => of === kind)
  return numRuns < largeTexts.length ? [all[seed % all.length] ?? all[0]] : all
})

describe('the largest texts and files within the limits', () => {
  it.each(drawn.filter((one) => one !== undefined))(
    'of %s (%s) draw no more elements than a frame allows',
    async (_what, kind, make) => {
      const { most } = await draw(kind, make())
      expect(most).toBeGreaterThan(0)
      expect(most).toBeLessThanOrEqual(7_000)
    },
  )
})

it('Markdown is formatted in its worker, so that its elements are those that were counted', async () => {
  await draw('markdown', '# A heading')
  await page.getByRole('heading', { name: 'A heading' }).waitFor()
})

describe('a wide table', () => {
  const wide = () =>
    `${Array.from({ length: 200 }, (_, at) => `Column ${at + 1}`).join()}\n${Array.from({ length: 50 }, (_, row) => Array.from({ length: 200 }, (_, at) => `${row + 1}/${at + 1}`).join()).join('\n')}`

  it('shows every column where it is scrolled to', async () => {
    await draw('csv', wide())
    const cell = (name: string) => page.getByRole('cell', { name, exact: true })
    await cell('1/1').waitFor()
    expect(await cell('1/200').count()).toBe(0)
    await page.getByRole('region').evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await cell('1/200').waitFor()
    const [header, below] = [page.getByRole('columnheader', { name: 'Column 200', exact: true }), cell('1/200')]
    expect((await header.boundingBox())?.x).toBe((await below.boundingBox())?.x)
    expect(await cell('1/1').count()).toBe(0)
  })
})
